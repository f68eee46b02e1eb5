/** How often a test repeats what must not wear out: three times, or as the environment variable ROUNDS says. */
export const rounds = Number(process.env['ROUNDS'] ?? 3);
