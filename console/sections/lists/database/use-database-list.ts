import { useToast } from '@assay/design-system'
import type { CallError, CustomList, ListIssue } from '@assay/risk-service/contract'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { errorKindOf } from '../../../platform/api/api-error.ts'
import { client } from '../../../platform/api/client.ts'
import { differencesOf } from '../../../platform/authoring/conflict/differences.ts'
import { useConflict } from '../../../platform/authoring/conflict/use-conflict.tsx'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useErrorToast } from '../../../platform/errors/use-error-toast.ts'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { type ListLimit, listErrorOf } from '../list-errors.ts'
import {
  changesDatabaseAccess,
  connectionOf,
  type DatabaseListDefinition,
  type DatabaseListForm,
  type DatabaseListIssues,
  databaseAccessOf,
  databaseListFormOf,
  databaseListVersionTexts,
  emptyDatabaseListForm,
  validateDatabaseAccess,
  validateDatabaseList,
  withoutSecret,
} from './database-list-form.ts'

/** A stored list and where its rows are. */
export interface StoredDatabaseList {
  list: CustomList
  definition: DatabaseListDefinition
}
export interface DatabaseRows {
  columns: string[]
  rows: Record<string, string>[]
}
export type DatabaseListError =
  | { kind: 'call'; errorType: CallError; status: number | null; message: string }
  | { kind: 'away' }
  | { kind: 'limit'; reason: ListLimit }
  | { kind: 'columns'; problems: readonly ListIssue[] }
  | { kind: 'field'; message: string }

/** The form of a list in a database: what was typed, asking the database, and saving. `stored` null: a new list. */
export function useDatabaseList(stored: StoredDatabaseList | null, onSaved: (list: CustomList) => void) {
  const intl = useIntl()
  const { toast } = useToast()
  const failed = useErrorToast()
  const environmentId = useEnvironment().id
  const [base, setBase] = useState(stored)
  const start = base === null ? emptyDatabaseListForm : databaseListFormOf(base.list, base.definition)
  const [form, setForm] = useState(start)
  // The caller gives the id: sent again, a list is made once.
  const [newId] = useState(() => crypto.randomUUID())
  const [shown, setShown] = useState<DatabaseListIssues>({})
  const [taken, setTaken] = useState(false)
  const [running, setRunning] = useState<'test' | 'rows' | 'save' | null>(null)
  const [tested, setTested] = useState(stored !== null)
  const [containers, setContainers] = useState<readonly string[] | null>(null)
  const [rows, setRows] = useState<DatabaseRows | null>(null)
  const [problem, setProblem] = useState<DatabaseListError | null>(null)
  const conflict = useConflict()
  const dirty = JSON.stringify(form) !== JSON.stringify(start)
  useRecovery<{ form: DatabaseListForm; seen: number }>(
    `lists/source/form/${environmentId}/${base?.list.id ?? 'new'}`,
    dirty ? { form: withoutSecret(form), seen: base?.definition.version ?? 0 } : null,
    kept => {
      setForm(kept.form)
      // What somebody else saved meanwhile is told when this is saved.
      setBase(current => current && { ...current, definition: { ...current.definition, version: kept.seen } })
      setTested(false)
    },
  )
  const known = base === null ? {} : { listId: base.list.id }

  // Raised when the database is reached otherwise: what was asked before tells of another one.
  const way = useRef(0)
  const refuse = (error: unknown) => {
    const refusal = listErrorOf(error)
    if (refusal?.kind === 'call') setProblem(refusal)
    else if (refusal?.kind === 'taken') setTaken(true)
    else if (refusal?.kind === 'limit') setProblem(refusal)
    else if (refusal?.kind === 'file') setProblem({ kind: 'columns', problems: refusal.problems })
    else if (refusal?.kind === 'field') setProblem({ kind: 'field', message: refusal.message })
    else if (base === null && errorKindOf(error) === 'missing') setProblem({ kind: 'away' })
    else failed(error)
  }
  /** Does it when nothing is known to be wrong. */
  const run = async (
    kind: NonNullable<typeof running>,
    faults: DatabaseListIssues,
    work: () => Promise<void>,
    asked: (error: unknown) => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<boolean> => {
    setShown(faults)
    setTaken(false)
    setProblem(null)
    if (Object.keys(faults).length > 0) return false
    setRunning(kind)
    const began = way.current
    try {
      await work()
      return true
    } catch (error) {
      if (kind === 'save' ? !(await asked(error)) : began === way.current) refuse(error)
      return false
    } finally {
      setRunning(current => (current === kind ? null : current))
    }
  }
  const loadRows = (of: DatabaseListForm, columns: readonly string[] | null) =>
    run('rows', {}, async () => {
      const asked = way.current
      const answer = await client.databaseLists.preview({
        environmentId,
        ...known,
        connection: connectionOf(of),
        ...(columns === null ? {} : { columns: [...columns] }),
      })
      if (asked !== way.current) return
      setRows(answer)
      if (columns === null) setForm(current => ({ ...current, columns: answer.columns }))
    })
  const change = (next: Partial<DatabaseListForm>) => {
    setForm(current => ({ ...current, ...next }))
    setShown(current => Object.fromEntries(Object.entries(current).filter(([field]) => !Object.hasOwn(next, field))))
    if ('name' in next) setTaken(false)
    if (!changesDatabaseAccess(next)) return
    way.current += 1
    setTested(false)
    setContainers(null)
    setRows(null)
    setProblem(null)
  }

  const newest = async (listId: string): Promise<StoredDatabaseList> => {
    const input = { environmentId, listId }
    const [list, definition] = await Promise.all([client.customLists.get(input), client.databaseLists.get(input)])
    return { list, definition }
  }
  const takeTheirs = (theirs: StoredDatabaseList) => {
    setBase(theirs)
    setForm(databaseListFormOf(theirs.list, theirs.definition))
    setTested(true)
    setContainers(null)
    setRows(null)
  }
  const save = (over = base): Promise<boolean> =>
    run(
      'save',
      validateDatabaseList(form),
      async () => {
        const description = form.description.trim()
        const connection = connectionOf(form)
        const columns = [...form.columns]
        let list: CustomList
        if (over === null)
          list = await client.databaseLists.create({
            environmentId,
            listId: newId,
            name: form.name.trim(),
            description,
            connection,
            columns,
          })
        else {
          const before = databaseListFormOf(over.list, over.definition)
          list = over.list
          if (JSON.stringify([connection, columns]) !== JSON.stringify([connectionOf(before), before.columns])) {
            list = await client.databaseLists.update({
              environmentId,
              listId: list.id,
              connection,
              columns,
              baseVersion: over.definition.version,
            })
            setBase({ list, definition: { connection, columns, version: list.version } })
          }
          if (description !== over.list.description)
            list = await client.customLists.describe({ environmentId, listId: list.id, description })
        }
        const activates = list.version !== over?.list.version
        toast({
          tone: 'success',
          title: intl.formatMessage({ id: over === null ? 'Lists.New.Done' : 'Lists.Edit.Done' }, { name: list.name }),
          ...(activates ? { description: intl.formatMessage({ id: 'Lists.Activation' }) } : {}),
        })
        onSaved(list)
      },
      error =>
        conflict.ask(error, {
          load: () => newest(over?.list.id ?? newId),
          takeTheirs,
          differences: theirs =>
            differencesOf(
              databaseListVersionTexts(form, intl),
              databaseListVersionTexts(databaseListFormOf(theirs.list, theirs.definition), intl),
            ),
          keepMine: theirs => {
            // What is still wrong is mended over theirs, too.
            setBase(theirs)
            return save(theirs)
          },
        }),
    )

  return {
    base,
    form,
    change,
    dirty,
    running,
    tested,
    containers,
    rows,
    problem,
    faults: taken ? { ...shown, name: 'Lists.Name.Taken' } : shown,
    test: () =>
      run('test', validateDatabaseAccess(form), async () => {
        const asked = way.current
        setContainers(null)
        const answer = await client.databaseLists.test({ environmentId, ...known, connection: databaseAccessOf(form) })
        if (asked !== way.current) return
        setContainers(answer.containers)
        setTested(true)
        if (form.container !== '' && !answer.containers.includes(form.container))
          setForm(current => ({ ...current, container: '' }))
      }),
    /** The columns become those of the first document. */
    choose: (container: string) => {
      setRows(null)
      setForm(current => ({ ...current, container }))
      return loadRows({ ...form, container }, null)
    },
    /** A column that no row was asked for yet is asked for. */
    pick: (columns: readonly string[]) => {
      change({ columns })
      setProblem(null)
      if (columns.some(name => rows?.columns.includes(name) === false)) void loadRows(form, columns)
    },
    save: () => save(),
    question: conflict.question,
  }
}
export type DatabaseListState = ReturnType<typeof useDatabaseList>
