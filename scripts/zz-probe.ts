import { openPhone } from '../__tests__/e2e/harness';
import { findViolationsInBothSchemes } from '../__tests__/e2e/axe';
import { readFileSync } from 'node:fs';
import { setupStates, words } from '../__tests__/e2e/setupStates';
const s = JSON.parse(readFileSync('/tmp/w/run/setup17/service.json','utf8'));
(async () => {
  const phone = await openPhone({});
  const { page } = phone;
  await page.goto(`${s.address}/join#${new URLSearchParams({ base_url: `${s.address}/api`, token: s.tokens.admin })}`);
  await page.getByRole('tab', { name: 'Home' }).waitFor();
  await page.getByText(/^Up to date|^Last connected/).filter({visible:true}).first().waitFor();
  for (const name of process.argv.slice(2)) {
    const st = setupStates.find((x) => x.name === name)!;
    let t = Date.now();
    await page.goto(s.address + st.path);
    await st.then(page, words.en as never, null as never);
    const t1 = Date.now() - t; t = Date.now();
    const v = await findViolationsInBothSchemes(page);
    console.log(name, 'open', t1, 'axe', Date.now() - t, v.join('\n'));
    await page.screenshot({ path: `/tmp/w/run/setup17/${name}.png` });
  }
  await phone.close();
})();
