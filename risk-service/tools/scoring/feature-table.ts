import { botFeatures } from '../../engine/score/features/bot-features.ts'
import { riskFeatures } from '../../engine/score/features/risk-features.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|')
const table = (rows: readonly { id: string; means: string; computed: string; direction: string | null }[]): string =>
  [
    '| Signal | What it means | How it is computed | Risk |',
    '|---|---|---|---|',
    ...rows.map(
      ({ id, means, computed, direction }) => `| \`${id}\` | ${cell(means)} | ${cell(computed)} | ${direction ?? ''} |`,
    ),
  ].join('\n')

/**
 * Returns the signals of both models as Markdown, for the documentation: "rising" and "falling" are the permitted
 * directions of the risk with the value.
 */
export const featureTables = (): { risk: string; bot: string } => ({
  risk: table(riskFeatures),
  bot: table(botFeatures.map(([id, direction, means, computed]) => ({ id, direction, means, computed }))),
})
