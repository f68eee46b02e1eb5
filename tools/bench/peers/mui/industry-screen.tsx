import words from 'virtual:words';
import { Autocomplete, createFilterOptions, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { type Industry, industries } from '../../../../form/lists/industries.ts';

const { fields } = words;

/** The maximum number of rows to show, from `?rows=`. Without it, Autocomplete shows all rows, which is its default. */
const rows = new URLSearchParams(location.search).get('rows');

const filterOptions = createFilterOptions<Industry>({
  stringify: ({ title, code }) => `${title} ${code}`,
  ...(rows !== null && { limit: Number(rows) }),
});

/** Shows the screen with the industry search, which has the same list as our own page, and with the question about the trade. */
export default function IndustryScreen() {
  return (
    <Stack component="form" noValidate spacing={3}>
      <Typography component="h1" variant="h5">
        {words.titles.industry}
      </Typography>
      <Autocomplete
        options={industries}
        filterOptions={filterOptions}
        getOptionKey={({ code }) => code}
        getOptionLabel={({ title, code }) => `${title} ${code}`}
        isOptionEqualToValue={(option, value) => option.code === value.code}
        renderInput={(params) => (
          <TextField {...params} label={fields.naicsCode.label} helperText={fields.naicsCode.hint} required />
        )}
      />
      <TextField select label={fields.businessType.label} defaultValue="" required>
        {words.businessTypes.map(([value, label]) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
    </Stack>
  );
}
