import { type Limits, shareInterval } from './intervals.ts'

/**
 * Returns how well a value tells two sets apart, from 0 (not at all) to 1 (all events of one set have it, none of the
 * other): the information in bits that the value gives about the set of an event, were both sets equally large.
 *
 * J. Lin, *Divergence measures based on the Shannon entropy*, IEEE Transactions on Information Theory 37 (1991),
 * 145–151. It ranks what a ratio alone ranks too high, a value of three events, and what a difference alone ranks too
 * low, a device of 3 % of one set that nobody of the other has.
 *
 * @param a share in the first set, 0 to 1
 * @param b share in the second
 */
function separation(a: number, b: number): number {
  const entropy = (share: number): number =>
    share <= 0 || share >= 1 ? 0 : -share * Math.log2(share) - (1 - share) * Math.log2(1 - share)
  return Math.max(0, entropy((a + b) / 2) - (entropy(a) + entropy(b)) / 2)
}

/**
 * Returns the separation of those shares within the intervals of both that are nearest to each other: few events with a
 * large difference do not precede many with a good one.
 */
export function cautiousSeparation(a: number, sizeA: number, b: number, sizeB: number): number {
  const [ofA, ofB] = [shareInterval(a, sizeA), shareInterval(b, sizeB)]
  const apart = (lower: Limits, upper: Limits): number =>
    lower.high < upper.low ? separation(lower.high, upper.low) : 0
  // Values that mirror each other are equal, whatever the rounding of their logarithms.
  return Number(Math.max(apart(ofA, ofB), apart(ofB, ofA)).toPrecision(12))
}
