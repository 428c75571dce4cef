import { writeFile } from 'node:fs/promises'
import type { MovedObject, MoveNote, MovingInReport } from '../../contract/moving-in/moving-in.ts'
import {
  type MovedKind,
  type MoveNoteCode,
  type MoveState,
  movedKinds,
  moveStates,
} from '../../contract/moving-in/moving-in-definitions.ts'
import { createNote } from '../../features/moving-in/model/moved-objects.ts'
import { createFaultNote } from '../../features/moving-in/model/schema-notes.ts'
import { moveIn } from '../../features/moving-in/move-in.ts'
import { ignoreEnvironmentEvents } from '../../kernel/environments/environment-events.ts'
import type { EnvironmentAddress } from '../../kernel/environments/find-environment.ts'
import type { Store } from '../../kernel/store/store.ts'
import { FolderError, readFolder } from './folder.ts'
import { importContextOf } from './import-context.ts'

export interface MoveOptions {
  dryRun: boolean
  /** Assessment of rules that have no folder. */
  assessment: string
  /** File that the report is written to, as JSON. */
  report: string | undefined
}

/** Moves a folder into an environment and prints what became of each object. False: one failed, or nothing was moved. */
export async function moveFolder(
  store: Store,
  environment: EnvironmentAddress,
  folder: string,
  { dryRun, assessment, report: reportFile }: MoveOptions,
): Promise<boolean> {
  const { files, problems, others } = await readFolder(folder)
  for (const { file } of problems) files.delete(file)
  const importer = await importContextOf(store, environment)
  const { principal, tree, correlationId, ports, assessments, roles } = importer
  const { changed: _changed, ...report } = await moveIn(
    {
      environmentId: environment.id,
      importer,
      queues: {
        ports,
        db: store.db,
        engine: { assessment: (environmentId, key) => assessments.find(environmentId, key) },
        principal,
        actorRoles: [...roles],
        tree,
        correlationId,
      },
      registrar: { ...ports, actorIn: () => ({ principal, roles, correlationId }) },
      environments: ignoreEnvironmentEvents,
      access: {
        ports,
        db: store.db,
        // Whoever operates the service may assign what a Product admin may.
        principal: { ...principal, assignments: [{ role: 'ProductAdmin', environmentId: null }] },
        actorRoles: [...roles],
        tree,
        correlationId,
        environmentId: environment.id,
      },
      // Whoever operates the service may do everything.
      may: () => true,
      mayRegister: true,
    },
    { files: [...files].map(([path, text]) => ({ path, text })), pasted: '', assessment },
    { dryRun },
  )
  const whole = {
    ...report,
    objects: [
      ...report.objects,
      ...others.map(path => createFileObject(path, { state: 'leftOut', note: createNote('noPlace') })),
      ...problems.map(({ file }) => createFileObject(file, { state: 'failed', note: createFaultNote('notText') })),
    ],
  }
  for (const line of reportLines(whole)) console.log(line)
  if (reportFile !== undefined)
    await writeFile(reportFile, `${JSON.stringify(whole, null, 2)}\n`).catch((error: unknown) => {
      throw new FolderError(error instanceof Error ? error.message : String(error))
    })
  return whole.refusal === null && whole.objects.every(({ state }) => state !== 'failed')
}

/** A file that is no text, which is part of the report. */
const createFileObject = (path: string, { state, note }: { state: MoveState; note: MoveNote }): MovedObject => ({
  key: path,
  kind: 'file',
  name: path,
  area: '',
  state,
  action: 'none',
  notes: [note],
  text: null,
})

const stateLabels: Record<MoveState, string> = {
  same: 'same',
  sameWithNote: 'same with a note',
  needsYou: 'needs you',
  leftOut: 'left out',
  failed: 'failed',
}
const kindLabels: Record<MovedKind, string> = {
  environment: 'environment',
  queue: 'queue',
  settings: 'settings',
  order: 'order of rules',
  customList: 'list',
  databaseList: 'list in a database',
  supportList: 'support list',
  externalCall: 'external call',
  externalAssessment: 'external assessment',
  function: 'function',
  velocitySet: 'velocity set',
  rule: 'rule',
  routingRule: 'routing rule',
  user: 'user',
  application: 'application',
  file: 'file',
}
/** What a note says and what to do next; members in braces are its parameters. */
const noteTexts: Record<MoveNoteCode, string> = {
  language: 'The text is not valid here. Correct it, then run the command again.',
  missing: 'The text names something that this environment lacks. Create it or move it in, then run the command again.',
  warning: 'It moves in. Look at what the check says.',
  unreadable: '{detail} Correct the file, then run the command again.',
  fault: 'Correct the file, then run the command again.',
  schema: '{detail} Correct the file, then run the command again.',
  notJson: 'It is not valid JSON. Correct the file, then run the command again.',
  repeated: 'There are two records named {name}. Remove one of them, then run the command again.',
  refused: 'The service refuses it: {detail}',
  noPlace: 'Nothing here corresponds to this file.',
  noRight: 'You may not change it here. Somebody with the right can run the command.',
  activeRule:
    'The rule is active here with another text and stays as it is. Change it in its editor, or deactivate it and run the command again.',
  otherType:
    'A rule of this name has another type or assessment here and stays as it is. Rename one of them, then run the command again.',
  activeOrder:
    'The order would move active rules. All rules that exist here stay in their run order. Set the order in the list of rules.',
  replaces: 'What has this name here is replaced, also for active rules. Compare both before you run the command.',
  secret: 'Its secret is in no file. Enter it on its page in the console.',
  noRows: 'A template has the columns of a list alone. Upload its rows on the page of the list.',
  expired: 'Entries that have expired are left out: {count}.',
  parentPending: 'Its parent {parent} has to be active first. Run the command again when it is.',
  differs: 'It exists here with other settings and stays as it is. Change it on its page.',
  people:
    'These people may not review here and are left out: {people}. Give them a role, then assign them on the page of the queue.',
  noUser:
    'Nobody here has this name, and only an e-mail address can be invited. After the first sign-in assign: {roles}.',
  invited: 'Invited until the first sign-in. Send the link that Access control shows for the invitation.',
  notAssignable: 'You may not assign {roles}. An administrator who may can run the command.',
  otherFamily: 'This organization has no such roles: {roles}. Assign one that it has under Access control.',
  sandboxRole: 'Roles of sandboxes give nothing in production: {roles}. Move them into a sandbox environment.',
  wholeTenant: 'Product admin applies in every environment of the organization.',
  unknownRole: 'There are no such roles: {roles}.',
  credential: 'It has its former id and no credential. Add a secret or a certificate before it calls.',
  idTaken: 'This id is registered elsewhere. Remove it there first.',
}

function noteLine({ code, params, diagnostic }: MoveNote): string {
  const text = noteTexts[code].replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(params[name] ?? ''))
  return diagnostic === null
    ? `    ${text}`
    : `    ${diagnostic.line}:${diagnostic.column} ${diagnostic.code} ${diagnostic.message} ${text}`
}

const actionLabels = {
  applied: { create: 'created', change: 'changed', none: 'unchanged' },
  preview: { create: 'will be created', change: 'will be changed', none: 'nothing to store' },
} as const

/** Returns the report by state, the worst first, with the next act of each object. */
function reportLines({ objects, refusal, applied }: MovingInReport): string[] {
  const byState = Map.groupBy(objects, ({ state }) => state)
  return [
    ...moveStates
      .toReversed()
      .flatMap(state =>
        (byState.get(state) ?? []).flatMap(object => [
          `${stateLabels[state]}: ${kindLabels[object.kind]} ${object.area === '' ? '' : `${object.area}/`}${object.name} (${actionLabels[applied ? 'applied' : 'preview'][object.action]})`,
          ...object.notes.map(noteLine),
        ]),
      ),
    '',
    `${objects.length} objects: ${moveStates.map(state => `${byState.get(state)?.length ?? 0} ${stateLabels[state]}`).join(', ')}`,
    ...movedKinds.flatMap(kind => {
      const count = objects.filter(each => each.kind === kind).length
      return count === 0 ? [] : [`  ${String(count).padStart(5)} ${kindLabels[kind]}`]
    }),
    refusal === null
      ? applied
        ? 'New rules are inactive: try each with a back-test, then activate it.'
        : 'Nothing was changed: this was a dry run.'
      : `Nothing of the configuration was changed: ${refusal.diagnostic?.message ?? String(refusal.params['detail'] ?? '')}`,
  ]
}
