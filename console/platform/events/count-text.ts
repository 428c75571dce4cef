import type { Format } from '@assay/design-system'

/** A number with a plus sign where there may be more. */
export const countText = (format: Pick<Format, 'number'>, count: number, complete: boolean): string =>
  complete ? format.number(count) : `${format.number(count)}+`
