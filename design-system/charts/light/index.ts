/** Charts that need no chart library, for the light entry point. */

export { type Contribution, ContributionBars, type ContributionBarsProps } from './contribution-bars.tsx'
export { type BandCounts, ScoreBandBar, type ScoreBandBarProps, scoreBandNames } from './score-band-bar.tsx'
export { Sparkline, type SparklineProps } from './sparkline.tsx'
