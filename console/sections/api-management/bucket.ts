/** Length of the steps of a chart, in seconds, as charts name it. */
export const bucketOf = (step: number): 'minute' | 'hour' | 'day' =>
  step < 3600 ? 'minute' : step < 86_400 ? 'hour' : 'day'
