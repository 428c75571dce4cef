import { userInfo } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { entitiesOfDataType } from '../../../contract/index.ts'
import { createKeyedQueue } from '../../../engine/lib/serial-queue.ts'
import type { UploadCall } from '../../../features/uploads/files/upload-call.ts'
import type { RunServices } from '../../../features/uploads/processing/run-context.ts'
import { createRunServices } from '../../../http/node/uploads/run-services.ts'
import { serviceActor } from '../../../kernel/audit.ts'
import { type EnvironmentAddress, findEnvironment } from '../../../kernel/environments/find-environment.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../../kernel/errors/errors.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { loadSecretKey } from '../../../kernel/settings/secret-key.ts'
import { readSettings } from '../../../kernel/settings/settings.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import { openSharedStore, StartError } from '../../../kernel/store/store.ts'
import { readFormats, readMapping } from './check-command.ts'
import { importFiles } from './import-files.ts'
import { fileOptions, readEntity, readHeadOptions, UsageError } from './open-upload.ts'
import { RefusedError, StoppedError } from './put-file.ts'

export const uploadUsage =
  'npm run --silent import -- FILE --entity ENTITY [--with ENTITY=FILE]… [--environment PATH] [--dry-run] [--good-rows] [--again] [--mapping FILE] [--format ATTRIBUTE=FORMAT] [--delimiter comma|semicolon|tab] [--no-header]'

function readOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...fileOptions,
      with: { type: 'string', multiple: true, default: [] },
      environment: { type: 'string' },
      mapping: { type: 'string' },
      format: { type: 'string', multiple: true, default: [] },
      'dry-run': { type: 'boolean', default: false },
      'good-rows': { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
    },
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new UsageError('Name one file, or - for standard input.')
  const entity = readEntity(values.entity)
  const others = values.with.map(text => {
    const at = text.indexOf('=')
    if (at < 0) throw new UsageError(`--with takes ENTITY=FILE, not '${text}'.`)
    return { entity: readEntity(text.slice(0, at)), file: text.slice(at + 1), isDescribed: false }
  })
  const group = entitiesOfDataType(entity.name)
  const stranger = others.find(each => each.entity.name === entity.name || !group.includes(each.entity.name))
  if (stranger)
    throw new UsageError(
      `--with takes the files that are processed together with ${entity.name}: ${group.filter(name => name !== entity.name).join(', ') || 'none'}.`,
    )
  return {
    files: [{ entity, file, isDescribed: true }, ...others],
    environment: values.environment,
    mapping: values.mapping === undefined ? null : readMapping(entity, values.mapping),
    formats: readFormats(entity, values.format),
    head: readHeadOptions(values),
    dryRun: values['dry-run'],
    onErrors: values['good-rows'] ? ('takeGoodRows' as const) : ('stop' as const),
    again: values.again,
  }
}

/**
 * Sends a file to the store of the settings and processes it, whether a service runs on the store or not. Prints the
 * error file, and progress and summary on standard error. Returns the exit code: 1 for a file that cannot be processed,
 * or of which rows were left out.
 */
export async function runUpload(args: string[]): Promise<number> {
  const options = readOptions(args)
  const settings = readSettings(process.env)
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => stop.abort())
  try {
    const log = createLogger({ to: { file: path.join(settings.dataDir, 'assay.log') } })
    const store = await openSharedStore(settings, log)
    try {
      const found = await findEnvironment(store.db, options.environment)
      if (typeof found === 'string') throw new RefusedError(found)
      const services = createRunServices({
        db: store.maintenance,
        log,
        live: { publish: () => undefined },
        dataDir: settings.dataDir,
        eventMonths: settings.retention.eventMonths,
        secretKey: await loadSecretKey(settings),
        signal: stop.signal,
      })
      const call = callOf(services, found)
      return (await importFiles(call, services, options, path.join(settings.dataDir, 'imports'))) ? 0 : 1
    } finally {
      await store.close()
    }
  } catch (error) {
    if (error instanceof StoppedError) {
      console.error('Stopped. The same command goes on.')
      return 130
    }
    const isRefusal = [RefusedError, StartError, ValidationError, ConflictError, NotFoundError].some(
      kind => error instanceof kind,
    )
    if (error instanceof UsageError) throw error
    console.error(error instanceof Error && isRefusal ? error.message : error)
    return 1
  }
}

/** Whoever operates the store has a name and no account. */
function callOf({ ports, files }: RunServices, environment: EnvironmentAddress): UploadCall {
  const { principal, ...actor } = serviceActor(environment.tenantId, newId())
  return {
    ...actor,
    principal: { ...principal, name: `npm run import (${userInfo().username})` },
    ports,
    files,
    environmentId: environment.id,
    queue: createKeyedQueue(),
  }
}
