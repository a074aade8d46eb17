import { Field, type FieldProps } from '@minerx/ui/field';
import { useTexts } from '../../i18n/texts.ts';
import { fieldText } from './field-text.ts';

interface CodedFieldProps extends Omit<FieldProps, 'label' | 'error'> {
  label: string;
  /** Of what is wrong with it. */
  code: string | undefined;
}

/** A field of a form that keeps codes of what is wrong: of several that were left empty each is called by its name. */
export function CodedField({ code, ...field }: CodedFieldProps) {
  const { t } = useTexts();
  return <Field {...field} error={fieldText(t, code, field.label)} />;
}
