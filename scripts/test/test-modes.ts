/**
 * Every story in every mode in which stories are tests, with axe as an error: drawn, played and audited in light,
 * then in the other modes on the same page (.storybook/themes-check.ts). Under forced colours the rule color-contrast
 * is off: it reads the colours of the author, which the browser has repainted; there the pictures are judged.
 *   npm run test:modes             all five
 *   npm run test:modes -- dark rtl light, in which the plays run, and the named ones
 */
import { testedModes } from '../../.storybook/modes.ts'
import { runStages, stories } from './stages.ts'

const [first, ...others] = testedModes
const requested = process.argv.slice(2)
const unknown = requested.filter(name => !testedModes.some(mode => mode === name))
if (unknown.length > 0) {
  console.error(`No such mode: ${unknown.join(', ')}. Modes: ${testedModes.join(', ')}.`)
  process.exit(2)
}
const chosen = others.filter(mode => requested.length === 0 || requested.includes(mode))
process.exit(await runStages([stories('stories-modes', chosen, [first, ...chosen].join(', '))]))
