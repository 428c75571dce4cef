/**
 * Every story in every look in which stories are tests, with axe as an error. Under forced colours the rule color-contrast is off:
 * it reads the colours of the author, which the browser has repainted; there the pictures are judged.
 *   npm run test:modes             all five
 *   npm run test:modes -- dark rtl only the named ones
 */
import { testedLooks } from '../.storybook/modes.ts'
import { runStages, stories } from './stages.ts'

const named = process.argv.slice(2)
const unknown = named.filter(name => !testedLooks.some(look => look === name))
if (unknown.length > 0) {
  console.error(`No such look: ${unknown.join(', ')}. Looks: ${testedLooks.join(', ')}.`)
  process.exit(2)
}
process.exit(await runStages(testedLooks.filter(look => named.length === 0 || named.includes(look)).map(look => stories(look, `stories-${look}`))))
