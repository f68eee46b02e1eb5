import words from 'virtual:words';
import { zodResolver } from '@hookform/resolvers/zod';
import { Autocomplete, createFilterOptions, MenuItem, TextField } from '@mui/material';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { type Industry, industries } from '../../../../form/lists/industries.ts';
import { Screen } from './screen.tsx';

const { fields, titles } = words;

/**
 * The maximum number of rows to show, from `?rows=` in the URL. Without `?rows=`, Autocomplete shows all rows, which is its
 * default.
 */
const rows = new URLSearchParams(location.search).get('rows');

const filterOptions = createFilterOptions<Industry>({
  stringify: ({ title, code }) => `${title} ${code}`,
  ...(rows !== null && { limit: Number(rows) }),
});

const schema = z.object({
  taxId: z.string().regex(/^\d{2}-?\d{7}$/, fields.taxId.required),
  naicsCode: z.string().min(1, fields.naicsCode.required),
  businessType: z.string().min(1, fields.businessType.required),
});

/** Shows the screen with the tax ID, the industry search and the business type. The industries are the same as on our page. */
export default function TaxScreen() {
  const { control, register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { taxId: '', naicsCode: '', businessType: '' },
  });
  const { errors } = formState;
  return (
    <Screen title={titles.tax} onSubmit={handleSubmit(() => undefined)}>
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
        name="naicsCode"
        control={control}
        render={({ field: { onChange }, fieldState: { error } }) => (
          <Autocomplete
            options={industries}
            filterOptions={filterOptions}
            getOptionKey={({ code }) => code}
            getOptionLabel={({ title, code }) => `${title} ${code}`}
            isOptionEqualToValue={(option, value) => option.code === value.code}
            onChange={(_, industry) => onChange(industry?.code ?? '')}
            renderInput={(params) => (
              <TextField
                {...params}
                label={fields.naicsCode.label}
                required
                error={error !== undefined}
                helperText={error?.message ?? fields.naicsCode.hint}
              />
            )}
          />
        )}
      />
      <TextField
        {...register('businessType')}
        select
        label={fields.businessType.label}
        defaultValue=""
        required
        error={errors.businessType !== undefined}
        helperText={errors.businessType?.message}
      >
        {words.businessTypes.map(([value, label]) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
    </Screen>
  );
}
