import type { z } from 'zod'
import type { hubsInputSchema } from '../../contract/graph/graph.ts'
import type { GraphHub } from '../../contract/index.ts'
import { refKey } from '../../engine/graph/event-links.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { readGraph } from './graph-reader.ts'
import { describeHubs } from './picture.ts'
import { refOfKey } from './start.ts'

/**
 * Returns the hubs among values, with their share of fraud and the base rate of the range.
 * @throws ConflictError `search.off`, `search.timeout`; ValidationError `search.masked` for the masked form of a value
 */
export function findHubs(
  call: EnvironmentCallContext,
  { values, ...range }: z.output<typeof hubsInputSchema>,
  signal: AbortSignal | undefined,
): Promise<{ hubs: { index: number; hub: GraphHub }[]; queryMs: number }> {
  const started = performance.now()
  return readGraph(call, { ...range, filter: {}, walk: [] }, signal, async reader => {
    const refs = values.map(({ key, value }, index) => refOfKey(key, value, ['values', index, 'value']))
    const hubs = await describeHubs(
      reader,
      refs.filter(ref => ref !== null),
    )
    return {
      hubs: refs.flatMap((ref, index) => {
        const hub = ref && hubs.get(refKey(ref))
        return hub ? [{ index, hub }] : []
      }),
      queryMs: Math.round(performance.now() - started),
    }
  })
}
