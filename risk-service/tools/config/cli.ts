/**
 * An environment's rules, lists and settings as a folder of readable files.
 *   npm run config -- export DIR [--environment ID or path]
 *   npm run config -- import DIR [--environment ID or path] [--dry-run] [--prune]
 *   npm run config -- move DIR [--environment ID or path] [--dry-run] [--assessment NAME] [--report FILE]
 *   npm run config -- check DIR
 *   npm run config -- translate FILE [--from stripe-radar|json-rules-engine] [--assessment NAME] [--map FILE.json]
 *     [--event TYPE=DECISION] [--out DIR]
 * `check` and `translate` need no database, for use in a pipeline. Exit code 1: refused, or a rule failed; 2: the command was not understood.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { runSync } from '../../contract/cooperative.ts'
import {
  checkCallsOf,
  checkListsOf,
  createCheckEnvironmentOf,
} from '../../features/configuration/checks/check-environment.ts'
import {
  createFolderRegistry,
  findResourceIssues,
  mergeResources,
} from '../../features/configuration/checks/resource-checks.ts'
import { compatibilityOf, coverRules, findSettingsIssues } from '../../features/configuration/checks/rule-coverage.ts'
import { filesToConfig } from '../../features/configuration/files/config-files.ts'
import { emptyConfig } from '../../features/configuration/model.ts'
import { translationOrigins } from '../../fql/translation/result/translation.ts'
import type { StoreCommand } from './commands.ts'
import { FolderError, readFolder } from './folder.ts'
import { createOfflineContext } from './offline-context.ts'
import { printFindings } from './report.ts'

const usage = `Usage: npm run config -- export DIR | import DIR [--dry-run] [--prune] | move DIR [--dry-run] [--assessment NAME] [--report FILE] | check DIR   [--environment ID or path such as Harbor/Harbor-EU]
       npm run config -- translate FILE [--from ${translationOrigins.join('|')}] [--assessment NAME] [--map FILE.json] [--event TYPE=DECISION] [--out DIR]`

class UsageError extends Error {}

function readArguments() {
  try {
    const {
      values,
      positionals: [command, folder, ...more],
    } = parseArgs({
      allowPositionals: true,
      options: {
        environment: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        prune: { type: 'boolean', default: false },
        from: { type: 'string' },
        assessment: { type: 'string', default: 'purchase' },
        map: { type: 'string' },
        event: { type: 'string', multiple: true, default: [] },
        out: { type: 'string' },
        report: { type: 'string' },
      },
    })
    if (!folder || more.length > 0 || !['export', 'import', 'move', 'check', 'translate'].includes(command ?? ''))
      throw new UsageError(usage)
    const from = translationOrigins.find(origin => origin === values.from)
    if ((values.from !== undefined && from === undefined) || !/^\w{1,60}$/.test(values.assessment))
      throw new UsageError(usage)
    return {
      command,
      folder: path.resolve(folder),
      environment: values.environment,
      dryRun: values['dry-run'],
      prune: values.prune,
      assessment: values.assessment,
      report: values.report,
      translation: {
        from,
        assessment: values.assessment,
        map: values.map,
        events: values.event,
        out: values.out === undefined ? undefined : path.resolve(values.out),
      },
    }
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

/** Checks a folder as a publish would, with the contents of the folder and no environment. */
async function check(folder: string): Promise<boolean> {
  const { files, problems: unread } = await readFolder(folder)
  const read = filesToConfig(files, new Date(), unread)
  const { assessments, events, problems, judge } = createOfflineContext(read.config, files)
  const lists = checkListsOf(emptyConfig(), read.config, true)
  const calls = checkCallsOf(emptyConfig(), read.config, true)
  const registry = createFolderRegistry('', mergeResources(emptyConfig(), read.config, true), {
    assessments,
    lists,
    calls,
  })
  const book = { ...registry, velocityEvents: (id: string) => [...registry.velocityEvents(id), ...events] }
  const coverage = runSync(
    coverRules(read, rule =>
      createCheckEnvironmentOf(rule, { environmentId: '', assessments, queues: null }, lists, book),
    ),
  ).map(each => {
    const found = each.problems.map(judge)
    return { ...each, problems: found, fate: compatibilityOf(found) }
  })
  const unknown = findSettingsIssues(read.config, key => assessments.find('', key) !== null)
  return printFindings(coverage, [
    ...read.problems,
    ...problems,
    ...unknown,
    ...runSync(findResourceIssues(read, book)).map(judge),
    ...coverage.flatMap(each => each.problems),
  ])
}

try {
  const { command, folder, translation, ...options } = readArguments()
  // A pipeline that only checks loads neither the database nor the modules that read it.
  const sound =
    command === 'check'
      ? await check(folder)
      : command === 'translate'
        ? await (await import('./translate.ts')).translateFile(folder, translation)
        : await (await import('./commands.ts')).runOnStore(command as StoreCommand, folder, options)
  process.exitCode = sound ? 0 : 1
} catch (error) {
  const isUserError = error instanceof UsageError || error instanceof FolderError
  console.error(isUserError ? error.message : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
