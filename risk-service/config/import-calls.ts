import type { Kysely } from 'kysely'
import type { ExternalAssessmentBody } from '../contract/external-calls.ts'
import { createPointer, removePointer, updatePointer, type PointerEditor } from '../external-assessments/assessments.ts'
import { createCall, removeCall, updateCall, type CallEditor } from '../external-calls/calls.ts'
import { lackingSecrets } from '../external-calls/validate.ts'
import { RefusedValue } from '../session/refusals.ts'
import type { Database } from '../store/schema.ts'
import type { ConfigExternalAssessment, EnvironmentConfig, FileProblem } from './model.ts'
import { naming } from './naming.ts'
import { keyOf } from './plan.ts'
import { rootPaths, type StoredConfig } from './store.ts'

export type CallImporter = CallEditor & PointerEditor
type Db = Kysely<Database>

/** External calls and assessments as a folder has them; a problem for each secret that is to be entered in the console. @throws RefusedValue, Conflict */
export async function importCalls(trx: Db, importer: CallImporter, current: StoredConfig, wanted: EnvironmentConfig): Promise<FileProblem[]> {
  const problems: FileProblem[] = []
  for (const call of wanted.externalCalls) {
    const old = current.externalCalls.find(each => keyOf(each.name) === keyOf(call.name))
    const id = old && current.callIds.get(old)
    const file = `external-calls/${call.name}.json`
    const stored = await naming(file, async () => (id === undefined
      ? createCall(trx, importer, importer.ports.newId(), call, { lacking: true })
      : updateCall(trx, importer, id, call, null, { lacking: true })))
    problems.push(...lackingSecrets(call, stored).map(({ place }): FileProblem => (
      { file, line: 0, column: 0, severity: 'warning', code: 'CFG006', message: `The secret ${place} is not in the folder: enter it in the console.` })))
  }
  const { own, names } = await rootPaths(trx, importer.environmentId)
  for (const pointer of wanted.externalAssessments) {
    const old = current.externalAssessments.find(each => keyOf(each.name) === keyOf(pointer.name))
    const id = old && current.pointerIds.get(old)
    const file = `external-assessments/${pointer.name}.json`
    await naming(file, async () => {
      const body = bodyOf(pointer, own, names)
      await (id === undefined ? createPointer(trx, importer, importer.ports.newId(), body) : updatePointer(trx, importer, id, body, null))
    })
  }
  return problems
}

/** What a folder does not have; nothing of a kind that it does not have at all. */
export const goneOf = <T extends { name: string }>(before: readonly T[], next: readonly { name: string }[]): T[] =>
  (next.length === 0 ? [] : before.filter(each => !next.some(other => keyOf(other.name) === keyOf(each.name))))

/** After the rules: nothing that a rule uses goes. */
export async function removeGoneCalls(trx: Db, importer: CallImporter, current: StoredConfig, wanted: EnvironmentConfig): Promise<void> {
  for (const call of goneOf(current.externalCalls, wanted.externalCalls)) await removeCall(trx, importer, current.callIds.get(call) ?? '')
  for (const pointer of goneOf(current.externalAssessments, wanted.externalAssessments)) await removePointer(trx, importer, current.pointerIds.get(pointer) ?? '')
}

function bodyOf({ name, description, target }: ConfigExternalAssessment, own: string, names: ReadonlyMap<string, string>): ExternalAssessmentBody {
  const found = target.environment === undefined ? own : [...names].find(([id, path]) => id === target.environment || keyOf(path) === keyOf(target.environment ?? ''))?.[0]
  if (found === undefined) throw new RefusedValue(['target'], `There is no root environment ${target.environment ?? ''}.`)
  return { name, description, target: { environmentId: found, eventType: target.assessment } }
}
