import words from 'virtual:words';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  Button,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';

const { fields, titles } = words;

const loadIndustryScreen = () => import('./industry-screen.tsx');
const IndustryScreen = lazy(loadIndustryScreen);

const nameSchema = z.object({
  businessName: z.string().trim().min(1, fields.businessName.required).max(30),
  dba: z.string().trim().max(50),
});

const taxSchema = z.object({
  taxId: z.string().regex(/^\d{2}-?\d{7}$/, fields.taxId.required),
  organizationType: z.string().min(1, fields.organizationType.required),
});

type Answers = Partial<z.infer<typeof nameSchema> & z.infer<typeof taxSchema>>;

interface ScreenProps {
  readonly answers: Answers;
  readonly onNext: (given: Answers) => void;
}

/** Shows a screen: its heading, its questions, and the Next button. */
function Screen({
  title,
  onSubmit,
  children,
}: {
  readonly title: string | undefined;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Stack component="form" noValidate spacing={3} onSubmit={onSubmit}>
      <Typography component="h1" variant="h5">
        {title}
      </Typography>
      {children}
      <Button type="submit" variant="contained" size="large">
        {words.next}
      </Button>
    </Stack>
  );
}

function NameScreen({ answers, onNext }: ScreenProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(nameSchema),
    defaultValues: { businessName: '', dba: '', ...answers },
  });
  const { errors } = formState;
  return (
    <Screen title={titles.name} onSubmit={handleSubmit(onNext)}>
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

function TaxScreen({ answers, onNext }: ScreenProps) {
  const { control, register, handleSubmit, formState } = useForm({
    resolver: zodResolver(taxSchema),
    defaultValues: { taxId: '', organizationType: '', ...answers },
  });
  const { errors } = formState;
  useEffect(() => {
    void loadIndustryScreen();
  }, []);
  return (
    <Screen title={titles.tax} onSubmit={handleSubmit(onNext)}>
      <TextField
        {...register('taxId')}
        label={fields.taxId.label}
        autoComplete="off"
        required
        error={errors.taxId !== undefined}
        helperText={errors.taxId?.message ?? fields.taxId.hint}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
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
    </Screen>
  );
}

/** Shows the first screens about the business, one after another. */
export default function BusinessForm() {
  const [answers, setAnswers] = useState<Answers>({});
  const [at, setAt] = useState(0);
  const onNext = (given: Answers) => {
    setAnswers({ ...answers, ...given });
    setAt(at + 1);
  };
  if (at === 0) return <NameScreen answers={answers} onNext={onNext} />;
  if (at === 1) return <TaxScreen answers={answers} onNext={onNext} />;
  return (
    <Suspense>
      <IndustryScreen />
    </Suspense>
  );
}
