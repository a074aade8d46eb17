/** Who runs the service, as its terms and its privacy page name it. */
export interface OperatorDetails {
  name: string;
  address: string;
  /** Register and number, where there is one. */
  register: string | null;
  /** The law that holds between operator and members. */
  law: string;
}

interface OperatorVariables {
  readonly BRAND_OPERATOR?: string | undefined;
  readonly BRAND_ADDRESS?: string | undefined;
  readonly BRAND_REGISTER?: string | undefined;
  readonly BRAND_LAW?: string | undefined;
}

/** Null unless whole: half an imprint is none. */
export const operatorOf = ({
  BRAND_OPERATOR,
  BRAND_ADDRESS,
  BRAND_REGISTER,
  BRAND_LAW,
}: OperatorVariables): OperatorDetails | null =>
  BRAND_OPERATOR === undefined || BRAND_ADDRESS === undefined || BRAND_LAW === undefined
    ? null
    : { name: BRAND_OPERATOR, address: BRAND_ADDRESS, register: BRAND_REGISTER ?? null, law: BRAND_LAW };
