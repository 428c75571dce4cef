import { systemQueue } from '../../contract/index.ts'
import type { MovingInReport, MovingInSource } from '../../contract/moving-in/moving-in.ts'
import { loadQueues } from '../configuration/stored-configuration.ts'
import { createMoved, createNote, inOrder, isOfConfiguration, placeOfFile } from './model/moved-objects.ts'
import type { MovingContext } from './model/moving-context.ts'
import { moveApplications } from './parts/applications-part.ts'
import { moveConfiguration } from './parts/configuration-part.ts'
import { moveEnvironments } from './parts/environments-part.ts'
import { moveUsers } from './parts/people-part.ts'
import { moveQueues } from './parts/queues-part.ts'
import { collectFiles } from './sources/collect-files.ts'

const ownFiles = new Set(['environments.json', 'users.json', 'applications.json'])

/**
 * Moves a source into an environment, or with `dryRun` returns what would become of it. Nothing that moves in decides
 * an event before somebody activates it, and a repeat changes nothing. Queues precede routing rules, which name them.
 */
export async function moveIn(
  context: MovingContext,
  source: Pick<MovingInSource, 'files' | 'pasted' | 'assessment'>,
  { dryRun }: { dryRun: boolean },
): Promise<MovingInReport & { changed: boolean }> {
  const { files, withoutRows, unreadable } = collectFiles(source)
  const environments = await moveEnvironments(context, files, dryRun)
  // People come before queues, which name them.
  const people = await moveUsers(context, files, dryRun)
  const queues = await moveQueues(context, files, { dryRun, reviewers: dryRun ? people.reviewers : new Map() })
  const stored = await loadQueues(context.importer.ports.db, context.environmentId)
  const configuration = await moveConfiguration(
    context,
    { files: new Map([...files].filter(([path]) => isOfConfiguration(placeOfFile(path).kind))), withoutRows },
    { queues: [...new Set([systemQueue, ...stored, ...queues.names])], dryRun },
  )
  const objects = [
    ...environments,
    ...queues.objects,
    ...configuration.objects,
    ...people.objects,
    ...(await moveApplications(context, files, dryRun)),
    ...[...files.keys()]
      .filter(path => placeOfFile(path).kind === 'file' && !ownFiles.has(path))
      .map(path => createMoved(placeOfFile(path), { notes: [createNote('noPlace')] })),
    ...[...unreadable].map(([path, notes]) =>
      createMoved({ key: path, kind: 'file', name: path, area: '' }, { notes }),
    ),
  ]
  return {
    objects: inOrder(objects),
    refusal: configuration.refusal,
    applied: !dryRun,
    changed: configuration.changed || queues.changed,
  }
}
