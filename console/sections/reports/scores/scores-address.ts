import { lastCutoff, scoreBinWidth } from '@assay/risk-service/contract'
import { defaultedParameter, type SearchParameter } from '../../../platform/router/use-search-state.ts'
import { outcomeParameters } from '../outcome-address.ts'
import { reportParameters } from '../report-address.ts'

export const scoreTabs = ['performance', 'operation', 'profit', 'impact'] as const
/** What the first tab shows the figures by. */
export const scoreViews = ['score', 'time', 'table'] as const

/** Whether a number can be a profit margin in percent. */
export const isMargin = (margin: number): boolean => margin >= 1 && margin <= 99

/** A number of the address; null where it is none or not valid. */
const numberParameter = (isValid: (value: number) => boolean): SearchParameter<number | null> => ({
  parse: text => (text !== null && /^\d+(\.\d+)?$/.test(text) && isValid(Number(text)) ? Number(text) : null),
  serialise: value => (value === null ? null : String(value)),
})

/** The state of the score report in its address. */
export const scoreParameters = {
  ...reportParameters,
  ...outcomeParameters,
  tab: defaultedParameter(scoreTabs, 'performance'),
  show: defaultedParameter(scoreViews, 'score'),
  /** A multiple of ten from 0 to 1000. Null: the one in force. */
  cutoff: numberParameter(value => value % scoreBinWidth === 0 && value <= lastCutoff),
  /** Profit margin in percent. Null: that of the tenant. */
  margin: numberParameter(isMargin),
}
export type ScoreState = {
  [Name in keyof typeof scoreParameters]: ReturnType<(typeof scoreParameters)[Name]['parse']>
}

/** The name of the ten scores from one on. */
export const rangeName = (from: number): string => `${from}–${from + 9}`

/** Where the cut-off stands when no rule has one: the lowest score of the last band. */
export const firstCutoff = 800

/** Rounds a score down to a cut-off. */
export const cutoffOf = (score: number): number =>
  Math.min(lastCutoff, Math.max(0, Math.floor(score / scoreBinWidth) * scoreBinWidth))
