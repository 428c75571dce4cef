import { hiddenPart } from '../../contract/common/personal-data.ts'
import type { FqlCase } from '../../fql/cases/case.ts'
import type { Masking } from '../../kernel/personal-data/masking.ts'
import { isSameJson } from '../../kernel/same-json.ts'

/** A case before it expects anything. */
export type CaseDraft = Omit<FqlCase, 'expect'>

/**
 * Masks a case. Keys of objects are not values for the mask: what rules looked up is masked apart from the texts around
 * it, and under the name of its field where all keys are of one kind. The texts of rules are not the event's: they stay
 * as they are.
 */
export function maskCase(draft: CaseDraft, masking: Masking, subject: string): CaseDraft {
  if (masking.kinds.size === 0) return draft
  const { name, rule, functions, velocities = {}, external = {}, geo, bin, devices, ...rest } = draft
  const shown = masking.apply(
    {
      ...rest,
      velocities: Object.entries(velocities).map(([resource, values]) => ({
        resource,
        reads: Object.entries(values).map(([key, count]) => ({ ...velocityKey(key), count })),
      })),
      external: Object.entries(external).map(([resource, { byArg, ...call }]) => ({
        resource,
        call,
        answers:
          byArg &&
          Object.entries(byArg).map(([key, answer]) => ({
            args: argumentsOf(key, call.parameters?.length ?? 0),
            answer,
          })),
      })),
      places: geo && Object.entries(geo).map(([ip, facts]) => ({ ip, facts })),
      bins: bin && Object.entries(bin).map(([prefix, facts]) => ({ bin: prefix, facts })),
      seen: devices && Object.entries(devices),
    },
    [subject],
  )
  const { places, bins, seen, ...others } = shown
  const masked: CaseDraft = {
    name,
    ...others,
    rule,
    ...(functions === undefined ? {} : { functions }),
    velocities: Object.fromEntries(
      shown.velocities.map(({ resource, reads }) => [
        resource,
        Object.fromEntries(reads.map(({ argument, window, count }) => [`${argument}${window}`, count])),
      ]),
    ),
    external: Object.fromEntries(
      shown.external.map(({ resource, call, answers }) => [
        resource,
        {
          ...call,
          ...(answers && { byArg: Object.fromEntries(answers.map(each => [each.args.join('|'), each.answer])) }),
        },
      ]),
    ),
    ...(places && { geo: Object.fromEntries(places.map(({ ip, facts }) => [ip, facts])) }),
    ...(bins && { bin: Object.fromEntries(bins.map(each => [each.bin, each.facts])) }),
    ...(seen && { devices: Object.fromEntries(seen) }),
  }
  return isSameJson(masked, draft) ? draft : masked
}

/** A window has no bar, the argument may have some. */
function velocityKey(key: string): { argument: string; window: string } {
  const end = key.lastIndexOf('|')
  return end < 0 ? { argument: key, window: '' } : { argument: key.slice(0, end), window: key.slice(end) }
}

/** Returns the arguments of a call; nothing of them where one has a bar, because it is not known where they end. */
function argumentsOf(key: string, parameters: number): string[] {
  if (parameters <= 1) return [key]
  const parts = key.split('|')
  return parts.length === parameters ? parts : [hiddenPart]
}
