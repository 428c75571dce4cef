import type { z } from 'zod'
import type { graphSnapshotContract } from '../../../contract/graph/graph-snapshots.ts'
import { dayIn, graphSnapshotType, type Note } from '../../../contract/index.ts'
import { authorize } from '../../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { scopeOf } from '../../../kernel/environments/environment-tree.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { storeFile } from '../../notes/attachments.ts'
import { eventOf } from '../../notes/event-of-call.ts'
import { createNote } from '../../notes/notes.ts'
import { loadNodeIds } from '../store/node-ids.ts'
import type { StoredSnapshot } from './stored-snapshot.ts'

type Input = z.output<(typeof graphSnapshotContract.attach)['~orpc']['inputSchema'] & z.ZodType>

/**
 * Publishes a note on an event with a picture of the graph: the nodes that its author drew, with their figures and places.
 * Texts are read with the picture, so that it keeps none of a person who is erased. Nothing changes it afterwards.
 * @throws AccessError for a caller who may not read the graph of its environment; ValidationError for an environment
 *   above which the event does not lie, and for a node that no answer of this tenant contains
 */
export async function attachGraph(call: EnvironmentCallContext, input: Input): Promise<Note> {
  const { db, principal, tree, ports } = call
  const { noteId, attachmentId, text, graphEnvironmentId, picture } = input
  const address = await eventOf(call, input)
  authorize(principal, graphEnvironmentId, 'graphexplorer', 'read', tree)
  if (!scopeOf(tree, graphEnvironmentId).includes(address.environmentId))
    throw new ValidationError(['graphEnvironmentId'], 'The event is not in this environment or below it.')
  const ids = await loadNodeIds(db, principal.tenantId)
  await Promise.all(picture.nodes.map(({ id }, index) => ids.decode(id, ['picture', 'nodes', index, 'id'])))
  const stored: StoredSnapshot = { environmentId: graphEnvironmentId, ...picture }
  await storeFile(call, address, {
    id: attachmentId,
    name: `graph-${dayIn(ports.clock().getTime(), 'UTC')}`,
    mediaType: graphSnapshotType,
    content: new TextEncoder().encode(JSON.stringify(stored)),
  })
  return createNote(call, address, { noteId, parentId: null, text, attachmentIds: [attachmentId] })
}
