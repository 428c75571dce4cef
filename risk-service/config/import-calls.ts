import type { Kysely } from 'kysely'
import type { ExternalAssessmentBody, ExternalCallBody } from '../contract/external-calls.ts'
import { type Dependent, productionBranch } from '../contract/index.ts'
import { createPointer, type PointerEditor, removePointer, updatePointer } from '../external-assessments/assessments.ts'
import {
  type CallEditor,
  createCall,
  removeCall,
  requireUnusedCall,
  sameSignature,
  updateCall,
} from '../external-calls/calls.ts'
import { lackingSecrets } from '../external-calls/validate.ts'
import { RefusedValue } from '../session/refusals.ts'
import type { Database } from '../store/schema.ts'
import type { ConfigExternalAssessment, EnvironmentConfig, FileProblem } from './model.ts'
import { naming } from './naming.ts'
import { keyOf } from './plan.ts'
import { rootPaths, type StoredConfig } from './store.ts'

export type CallImporter = CallEditor & PointerEditor
type Db = Kysely<Database>

const fileOf = ({ name }: ExternalCallBody): string => `external-calls/${name}.json`

function storedOf(
  current: StoredConfig,
  { name }: ExternalCallBody,
): { id: string; body: ExternalCallBody; secrets: Readonly<Record<string, string>> } | null {
  for (const [body, stored] of current.callIds) if (keyOf(body.name) === keyOf(name)) return { ...stored, body }
  return null
}

/** The secrets that calls have not after an import: none is in a folder, and one whose address changes is not kept. */
export function lackingCallSecrets(current: StoredConfig, wanted: EnvironmentConfig): FileProblem[] {
  return wanted.externalCalls.flatMap(call =>
    lackingSecrets(call, storedOf(current, call)).map(
      ({ place }): FileProblem => ({
        file: fileOf(call),
        line: 0,
        column: 0,
        severity: 'warning',
        code: 'CFG006',
        message: `The secret ${place} is not in the folder: enter it in the console.`,
      }),
    ),
  )
}

/** External calls and assessments as a folder has them. @throws RefusedValue, Conflict */
export async function importCalls(
  trx: Db,
  importer: CallImporter,
  current: StoredConfig,
  wanted: EnvironmentConfig,
): Promise<void> {
  for (const call of wanted.externalCalls) {
    const stored = storedOf(current, call)
    await naming(fileOf(call), async () =>
      stored === null
        ? createCall(trx, importer, importer.ports.newId(), call, { lacking: true })
        : updateCall(trx, importer, stored.id, call, null, { lacking: true, usersLater: true }),
    )
  }
  const { own, names } = await rootPaths(trx, importer.environmentId)
  for (const pointer of wanted.externalAssessments) {
    const old = current.externalAssessments.find(each => keyOf(each.name) === keyOf(pointer.name))
    const id = old && current.pointerIds.get(old)
    const file = `external-assessments/${pointer.name}.json`
    await naming(file, async () => {
      const body = bodyOf(pointer, own, names)
      await (id === undefined
        ? createPointer(trx, importer, importer.ports.newId(), body)
        : updatePointer(trx, importer, id, body, null))
    })
  }
}

/**
 * After the rules, velocity sets and functions: those of the folder are checked with the calls that it has, and
 * whatever else calls one was written for the parameters that it had. @throws Conflict with the names
 */
export async function requireFitCallers(
  trx: Db,
  importer: CallImporter,
  current: StoredConfig,
  wanted: EnvironmentConfig,
): Promise<void> {
  const named = (things: readonly { name: string }[], name: string): boolean =>
    things.some(each => keyOf(each.name) === keyOf(name))
  const isFit = ({ resource, name, environmentId, eventType, branch }: Dependent): boolean =>
    environmentId === importer.environmentId &&
    {
      rule:
        branch === productionBranch &&
        wanted.rules.some(({ assessment, body }) => assessment === eventType && keyOf(body.name) === keyOf(name)),
      function: named(wanted.functions, name),
      velocity: named(
        wanted.velocitySets.map(({ body }) => body),
        name,
      ),
    }[resource]
  for (const call of wanted.externalCalls) {
    const stored = storedOf(current, call)
    if (stored !== null && !sameSignature(stored.body, call))
      await requireUnusedCall(trx, importer, stored.body.name, isFit)
  }
}

/** What a folder does not have; nothing of a kind that it does not have at all. */
export const goneOf = <T extends { name: string }>(before: readonly T[], next: readonly { name: string }[]): T[] =>
  next.length === 0 ? [] : before.filter(each => !next.some(other => keyOf(other.name) === keyOf(each.name)))

/** After the rules: nothing that a rule uses goes. */
export async function removeGoneCalls(
  trx: Db,
  importer: CallImporter,
  current: StoredConfig,
  wanted: EnvironmentConfig,
): Promise<void> {
  for (const call of goneOf(current.externalCalls, wanted.externalCalls))
    await removeCall(trx, importer, current.callIds.get(call)?.id ?? '')
  for (const pointer of goneOf(current.externalAssessments, wanted.externalAssessments))
    await removePointer(trx, importer, current.pointerIds.get(pointer) ?? '')
}

function bodyOf(
  { name, description, target }: ConfigExternalAssessment,
  own: string,
  names: ReadonlyMap<string, string>,
): ExternalAssessmentBody {
  const found =
    target.environment === undefined
      ? own
      : [...names].find(
          ([id, path]) => id === target.environment || keyOf(path) === keyOf(target.environment ?? ''),
        )?.[0]
  if (found === undefined)
    throw new RefusedValue(['target'], `There is no root environment ${target.environment ?? ''}.`)
  return { name, description, target: { environmentId: found, eventType: target.assessment } }
}
