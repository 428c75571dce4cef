/** Pictures that need no chart library, for the light entry point. */
export { Sparkline, type SparklineProps } from './sparkline.tsx'
export { ScoreBandBar, scoreBandNames, type BandCounts, type ScoreBandBarProps } from './score-band-bar.tsx'
export { ContributionBars, type Contribution, type ContributionBarsProps } from './contribution-bars.tsx'
