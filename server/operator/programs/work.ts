/** Runs `programs check`: checks the program folders as the server does at startup (D20), and resolves the banks' host names. */
import { problemsOf } from '../../config/checked.ts';
import { providerAddressProblems, readDeliverySetup } from '../../delivery/delivery-setup.ts';
import { productionProblems } from '../../preflight/production.ts';
import { loadPrograms } from '../../programs/programs.ts';
import type { StandaloneCommand } from '../command.ts';
import { counted, table } from '../terminal-text.ts';

export const programsCheck: StandaloneCommand['runAlone'] = async (settings) => {
  const loaded = await loadPrograms(settings.programsDir);
  const problems = loaded.ok
    ? [
        ...problemsOf(await readDeliverySetup(settings, loaded.programs)),
        ...productionProblems(settings, loaded.programs.all),
        ...(await providerAddressProblems(loaded.programs)),
      ]
    : loaded.problems;
  if (!loaded.ok || problems.length > 0)
    return { data: { problems }, text: problems.join('\n'), exitCode: 3 };
  const { all, byHost } = loaded.programs;
  const programs = all.map((program) => ({
    domainKey: program.domainKey,
    name: program.name,
    storeId: program.storeId,
    hosts: [...byHost].filter(([, served]) => served === program).map(([host]) => host),
  }));
  const hosts = (one: (typeof programs)[number]) => one.hosts.join(', ');
  const listed = table(programs, { PROGRAM: 'domainKey', NAME: 'name', STORE: 'storeId', HOSTS: hosts });
  const text = `${listed}\n\n${counted(all.length, 'program is', 'programs are')} fine.`;
  return { data: { problems: [], programs }, text };
};
