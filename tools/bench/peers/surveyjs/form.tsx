import 'survey-core/survey-core.css';
import words from 'virtual:words';
import { Model, settings } from 'survey-core';
import { Survey } from 'survey-react-ui';

const { fields, titles } = words;

settings.titleTags.page = 'h1';

/** Returns the properties that every SurveyJS question has: its name and its texts. */
function question(name: keyof typeof fields, isRequired = true) {
  const { label, hint, required } = fields[name];
  return { name, title: label, description: hint, isRequired, requiredErrorText: required };
}

/** Returns a list of our texts in the format of SurveyJS. */
const choices = (list: readonly (readonly [string, string])[]) =>
  list.map(([value, text]) => ({ value, text }));

const model = new Model({
  showQuestionNumbers: 'off',
  showCompletedPage: false,
  pageNextText: words.next,
  completeText: words.next,
  showPrevButton: false,
  pages: [
    {
      title: titles.name,
      elements: [
        { type: 'radiogroup', ...question('organizationType'), choices: choices(words.organizationTypes) },
        { type: 'text', ...question('businessName'), maxLength: 30, autocomplete: 'organization' },
        { type: 'text', ...question('dba', false), maxLength: 50, autocomplete: 'off' },
      ],
    },
    {
      title: titles.tax,
      elements: [
        {
          type: 'text',
          ...question('taxId'),
          autocomplete: 'off',
          validators: [{ type: 'regex', regex: '^\\d{2}-?\\d{7}$', text: fields.taxId.required }],
        },
        { type: 'text', ...question('naicsCode'), autocomplete: 'off' },
        { type: 'dropdown', ...question('businessType'), choices: choices(words.businessTypes) },
      ],
    },
  ],
});

/** Shows the first two screens about the business, one after the other. */
export default function BusinessForm() {
  return <Survey model={model} />;
}
