/** The part of the Standard Schema interface (https://standardschema.dev) that every schema of the contract offers. */
export interface StandardSchemaV1 {
  readonly '~standard': {
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>;
  };
}

type StandardResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly unknown[] };
