import type { ExternalAssessmentBody } from '../../../contract/external-calls/external-assessment-inputs.ts'
import type { ExternalCallBody } from '../../../contract/external-calls/external-call-inputs.ts'
import { type Dependent, productionBranch } from '../../../contract/index.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import { createPointer, removePointer, updatePointer } from '../../external-assessments/external-assessments.ts'
import {
  assertCallUnused,
  createCall,
  hasSameSignature,
  removeCall,
  updateCall,
} from '../../external-calls/external-calls.ts'
import { findMissingSecrets } from '../../external-calls/validate-call.ts'
import type { CallActionContext } from '../../outgoing-calls/shared-handlers.ts'
import type { ConfigExternalAssessment, ConfigFileIssue, EnvironmentConfig } from '../model.ts'
import { nameKey } from '../model.ts'
import { loadRootPaths, type StoredConfig } from '../stored-configuration.ts'
import { withFileInError } from './name-file-in-error.ts'

const fileOf = ({ name }: ExternalCallBody): string => `external-calls/${name}.json`

function findStoredCall(
  current: StoredConfig,
  { name }: ExternalCallBody,
): { id: string; body: ExternalCallBody; secrets: Readonly<Record<string, string>> } | null {
  for (const [body, stored] of current.callIds) if (nameKey(body.name) === nameKey(name)) return { ...stored, body }
  return null
}

/**
 * Finds the secrets that calls lack after an import: folders contain none, and the secret of a call with another
 * address is not retained.
 */
export function findMissingCallSecrets(current: StoredConfig, target: EnvironmentConfig): ConfigFileIssue[] {
  return target.externalCalls.flatMap(call =>
    findMissingSecrets(call, findStoredCall(current, call)).map(
      ({ place }): ConfigFileIssue => ({
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

/** Imports the external calls and assessments of a folder. @throws ValidationError, ConflictError */
export async function importCalls(
  trx: Db,
  importer: CallActionContext,
  current: StoredConfig,
  target: EnvironmentConfig,
): Promise<void> {
  for (const call of target.externalCalls) {
    const stored = findStoredCall(current, call)
    await withFileInError(fileOf(call), async () =>
      stored === null
        ? createCall(trx, importer, importer.ports.newId(), call, { lacking: true })
        : updateCall(trx, importer, stored.id, call, null, { lacking: true, usersLater: true }),
    )
  }
  const { own, names } = await loadRootPaths(trx, importer.environmentId)
  for (const pointer of target.externalAssessments) {
    const old = current.externalAssessments.find(each => nameKey(each.name) === nameKey(pointer.name))
    const id = old && current.pointerIds.get(old)
    const file = `external-assessments/${pointer.name}.json`
    await withFileInError(file, async () => {
      const body = importedCallBody(pointer, own, names)
      await (id === undefined
        ? createPointer(trx, importer, importer.ports.newId(), body)
        : updatePointer(trx, importer, id, body, null))
    })
  }
}

/**
 * Checks the callers after the import of rules, velocity sets and functions: those of the folder are checked with its
 * calls, and any other caller was written for the previous parameters. @throws ConflictError with the names
 */
export async function assertCallersCompatible(
  trx: Db,
  importer: CallActionContext,
  current: StoredConfig,
  target: EnvironmentConfig,
): Promise<void> {
  const named = (items: readonly { name: string }[], name: string): boolean =>
    items.some(each => nameKey(each.name) === nameKey(name))
  const isFit = ({ resource, name, environmentId, eventType, branch }: Dependent): boolean =>
    environmentId === importer.environmentId &&
    {
      rule:
        branch === productionBranch &&
        target.rules.some(({ assessment, body }) => assessment === eventType && nameKey(body.name) === nameKey(name)),
      // Decisions of cases are in no folder.
      decision: false,
      function: named(target.functions, name),
      velocity: named(
        target.velocitySets.map(({ body }) => body),
        name,
      ),
    }[resource]
  for (const call of target.externalCalls) {
    const stored = findStoredCall(current, call)
    if (stored !== null && !hasSameSignature(stored.body, call))
      await assertCallUnused(trx, importer, stored.body.name, isFit)
  }
}

/** Returns the resources that a folder lacks; none of a kind that it does not contain at all. */
export const removedOf = <T extends { name: string }>(before: readonly T[], next: readonly { name: string }[]): T[] =>
  next.length === 0 ? [] : before.filter(each => !next.some(other => nameKey(other.name) === nameKey(each.name)))

/** Deletes removed calls. Runs after the import of the rules: no call that a rule uses is deleted. */
export async function deleteRemovedCalls(
  trx: Db,
  importer: CallActionContext,
  current: StoredConfig,
  target: EnvironmentConfig,
): Promise<void> {
  for (const call of removedOf(current.externalCalls, target.externalCalls))
    await removeCall(trx, importer, current.callIds.get(call)?.id ?? '')
  for (const pointer of removedOf(current.externalAssessments, target.externalAssessments))
    await removePointer(trx, importer, current.pointerIds.get(pointer) ?? '')
}

function importedCallBody(
  { name, description, target }: ConfigExternalAssessment,
  own: string,
  names: ReadonlyMap<string, string>,
): ExternalAssessmentBody {
  const found =
    target.environment === undefined
      ? own
      : [...names].find(
          ([id, path]) => id === target.environment || nameKey(path) === nameKey(target.environment ?? ''),
        )?.[0]
  if (found === undefined)
    throw new ValidationError(['target'], `There is no root environment ${target.environment ?? ''}.`, {
      code: 'environment.noRoot',
    })
  return { name, description, target: { environmentId: found, eventType: target.assessment } }
}
