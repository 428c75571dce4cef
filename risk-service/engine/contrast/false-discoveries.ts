/**
 * Returns for each probability the smallest declared share of false discoveries at which it is still a discovery (its
 * q-value).
 *
 * Y. Benjamini and Y. Hochberg, *Controlling the false discovery rate: a practical and powerful approach to multiple
 * testing*, Journal of the Royal Statistical Society B 57 (1995), 289–300. It suits a list that a person reads from the
 * top, of which a declared share may be chance. Bonferroni's bound on a single false discovery would hide most of what
 * is real among thousands of values; that of Benjamini and Yekutieli, for any dependence, would cost a factor of about
 * ten. The procedure is proven for independent and positively dependent tests; that it also holds for values which
 * exclude each other is tested with random splits of one population.
 *
 * @param probabilities of the tests that may be discoveries
 * @param comparisons all tests that were made, at least as many
 */
export function falseDiscoveryShares(probabilities: readonly number[], comparisons: number): Float64Array {
  const order = probabilities.map((_, index) => index).sort((x, y) => (probabilities[x] ?? 1) - (probabilities[y] ?? 1))
  const shares = new Float64Array(probabilities.length)
  let smallest = 1
  for (let rank = order.length; rank >= 1; rank--) {
    const index = order[rank - 1] ?? 0
    smallest = Math.min(smallest, ((probabilities[index] ?? 1) * comparisons) / rank)
    shares[index] = smallest
  }
  return shares
}
