/**
 * Every story in every look in which stories are tests, with axe as an error: drawn, played and looked at in light,
 * then in the other looks on the same page (.storybook/themes-check.ts). Under forced colours the rule color-contrast
 * is off: it reads the colours of the author, which the browser has repainted; there the pictures are judged.
 *   npm run test:modes             all five
 *   npm run test:modes -- dark rtl light, in which the plays run, and the named ones
 */
import { modeOf, testedModes } from '../../.storybook/modes.ts'
import { runStages, vitest } from './stages.ts'

const [first, ...others] = testedModes
const requested = process.argv.slice(2)
const unknown = requested.filter(name => !testedModes.some(look => look === name))
if (unknown.length > 0) {
  console.error(`No such look: ${unknown.join(', ')}. Looks: ${testedModes.join(', ')}.`)
  process.exit(2)
}
const chosen = others.filter(look => requested.length === 0 || requested.includes(look))
const env = {
  STORYBOOK_MODE: modeOf(first),
  STORYBOOK_TREES: '1',
  STORYBOOK_REFLOW: '1',
  STORYBOOK_LOOKS: chosen.join(','),
}
process.exit(
  await runStages([
    vitest('stories-looks', '.storybook/vitest.config.ts', ['--retry=1', '--project', 'stories'], {
      env,
      note: [first, ...chosen].join(', '),
    }),
  ]),
)
