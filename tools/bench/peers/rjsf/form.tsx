import words from 'virtual:words';
import { Typography } from '@mui/material';
import Form from '@rjsf/mui';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import { useState } from 'react';

const { fields, titles } = words;

interface Screen {
  readonly title: string;
  readonly schema: RJSFSchema;
  readonly uiSchema: UiSchema;
}

const submit: UiSchema = { 'ui:submitButtonOptions': { submitText: words.next } };

const screens: readonly Screen[] = [
  {
    title: titles.name,
    schema: {
      type: 'object',
      required: ['organizationType', 'businessName'],
      properties: {
        organizationType: {
          type: 'string',
          title: fields.organizationType.label,
          oneOf: words.organizationTypes.map(([value, title]) => ({ const: value, title })),
        },
        businessName: { type: 'string', title: fields.businessName.label, maxLength: 30 },
        dba: { type: 'string', title: fields.dba.label, maxLength: 50 },
      },
    },
    uiSchema: {
      ...submit,
      organizationType: { 'ui:widget': 'radio' },
      businessName: { 'ui:autocomplete': 'organization', 'ui:help': fields.businessName.hint },
      dba: { 'ui:autocomplete': 'off', 'ui:help': fields.dba.hint },
    },
  },
  {
    title: titles.tax,
    schema: {
      type: 'object',
      required: ['taxId', 'naicsCode', 'businessType'],
      properties: {
        taxId: { type: 'string', title: fields.taxId.label, pattern: '^\\d{2}-?\\d{7}$' },
        naicsCode: { type: 'string', title: fields.naicsCode.label, pattern: '^\\d{6}$' },
        businessType: {
          type: 'string',
          title: fields.businessType.label,
          oneOf: words.businessTypes.map(([value, title]) => ({ const: value, title })),
        },
      },
    },
    uiSchema: {
      ...submit,
      taxId: { 'ui:autocomplete': 'off', 'ui:help': fields.taxId.hint },
      naicsCode: { 'ui:autocomplete': 'off', 'ui:help': fields.naicsCode.hint },
    },
  },
];

/** Shows the first two screens about the business, one after the other. */
export default function BusinessForm() {
  const [answers, setAnswers] = useState<Record<string, unknown>>({});
  const [at, setAt] = useState(0);
  const screen = screens[at];
  if (!screen) return null;
  return (
    <>
      <Typography component="h1" variant="h5" gutterBottom>
        {screen.title}
      </Typography>
      <Form
        key={at}
        schema={screen.schema}
        uiSchema={screen.uiSchema}
        formData={answers}
        validator={validator}
        showErrorList={false}
        noHtml5Validate
        experimental_defaultFormStateBehavior={{ constAsDefaults: 'skipOneOf' }}
        onError={() => undefined}
        onSubmit={({ formData }) => {
          setAnswers({ ...answers, ...formData });
          setAt(at + 1);
        }}
      />
    </>
  );
}
