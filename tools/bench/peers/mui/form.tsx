import words from 'virtual:words';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
  TextField,
} from '@mui/material';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { Screen } from './screen.tsx';

const { fields, titles } = words;

const loadTaxScreen = () => import('./tax-screen.tsx');
const TaxScreen = lazy(loadTaxScreen);

const schema = z.object({
  organizationType: z.string().min(1, fields.organizationType.required),
  businessName: z.string().trim().min(1, fields.businessName.required).max(30),
  dba: z.string().trim().max(50),
});

type Answers = z.infer<typeof schema>;

function NameScreen({ onNext }: { readonly onNext: (given: Answers) => void }) {
  const { control, register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { organizationType: '', businessName: '', dba: '' },
  });
  const { errors } = formState;
  useEffect(() => {
    void loadTaxScreen();
  }, []);
  return (
    <Screen title={titles.name} onSubmit={handleSubmit(onNext)}>
      <Controller
        name="organizationType"
        control={control}
        render={({ field, fieldState: { error } }) => (
          <FormControl required error={error !== undefined}>
            <FormLabel id="organization-type">{fields.organizationType.label}</FormLabel>
            <RadioGroup aria-labelledby="organization-type" {...field}>
              {words.organizationTypes.map(([value, label]) => (
                <FormControlLabel key={value} value={value} control={<Radio />} label={label} />
              ))}
            </RadioGroup>
            {error && <FormHelperText>{error.message}</FormHelperText>}
          </FormControl>
        )}
      />
      <TextField
        {...register('businessName')}
        label={fields.businessName.label}
        autoComplete="organization"
        required
        error={errors.businessName !== undefined}
        helperText={errors.businessName?.message ?? fields.businessName.hint}
        slotProps={{ htmlInput: { maxLength: 30 } }}
      />
      <TextField
        {...register('dba')}
        label={fields.dba.label}
        autoComplete="off"
        error={errors.dba !== undefined}
        helperText={errors.dba?.message ?? fields.dba.hint}
        slotProps={{ htmlInput: { maxLength: 50 } }}
      />
    </Screen>
  );
}

/** Shows the first two screens about the business, one after the other. */
export default function BusinessForm() {
  const [answers, setAnswers] = useState<Answers>();
  if (!answers) return <NameScreen onNext={setAnswers} />;
  return (
    <Suspense>
      <TaxScreen />
    </Suspense>
  );
}
