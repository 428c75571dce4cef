/**
 * Every story in every mode in which stories are tests, with axe as an error: drawn, played and audited by all rules in
 * light, then on the same page by the rules that each other mode can break (.storybook/themes-check.ts). Under forced
 * colours the contrast is judged by the pictures: axe reads the colours of the author, which the browser has repainted.
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
