import { focusInvalidField, useToast } from '@assay/design-system'
import { type CustomList, externalCallLimits, type ListConnection, listLimits } from '@assay/risk-service/contract'
import { dequal } from 'dequal/lite'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { get } from 'react-hook-form'
import { useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { differencesOf } from '../../../platform/authoring/conflict/differences.ts'
import { useGuardedRecordForm } from '../../../platform/authoring/form/use-guarded-record-form.tsx'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import type { MessageError } from '../../../platform/forms/form-errors.ts'
import { isOtherPage } from '../../../platform/forms/use-leave-guard.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { databaseListErrorOf, databaseListErrorsOf } from './database-list-error.ts'
import {
  accessFields,
  changesDatabaseAccess,
  connectionOf,
  type DatabaseListForm,
  databaseAccessOf,
  databaseListFormOf,
  databaseListRecordOf,
  databaseListVersionTexts,
  type StoredDatabaseList,
  withoutSecret,
} from './database-list-form.ts'
import { databaseListResolver } from './database-list-resolver.ts'

export interface DatabaseRows {
  columns: string[]
  rows: Record<string, string>[]
}

interface SavedDatabaseList {
  list: CustomList
  made: boolean
  /** Its rows are others now. */
  activates: boolean
}

/** The access for a query, and its revision in the form: an answer to an earlier one is outdated. */
interface DatabaseRequest<Connection> {
  connection: Connection
  accessRevision: number
}

/** Messages of fields that name a limit of their own. */
const fieldLimits: Partial<Record<string, number>> = { name: listLimits.name, columns: listLimits.sourceColumns }

interface DatabaseListOptions {
  /** The form's element: the first field with an error gets the focus. */
  element: RefObject<HTMLElement | null>
  onSaved: (list: CustomList) => void
}

/** The form of a list in a database: its input, queries of the database, and saving. `stored` null: a new list. */
export function useDatabaseList(stored: StoredDatabaseList | null, { element, onSaved }: DatabaseListOptions) {
  const intl = useIntl()
  const { toast } = useToast()
  const environmentId = useEnvironment().id
  const [base, setBase] = useState(stored)
  const [tested, setTested] = useState(stored !== null)
  const [containers, setContainers] = useState<readonly string[] | null>(null)
  const [rows, setRows] = useState<DatabaseRows | null>(null)
  // Raised when the database is reached otherwise: earlier answers are about another one.
  const accessRevision = useRef(0)
  const address = { environmentId, ...(base === null ? {} : { listId: base.list.id }) }
  const load = async () => {
    if (base === null) throw new Error('A new list has no other version.')
    const input = { environmentId, listId: base.list.id }
    const [list, definition] = await Promise.all([client.customLists.get(input), client.databaseLists.get(input)])
    return { list, definition, version: definition.version }
  }
  const { form, values, dirty, saving, attempts, problemError, submit, showError, accept, guard, question } =
    useGuardedRecordForm({
      record: databaseListRecordOf(base),
      resolver: databaseListResolver,
      recovery: {
        id: `lists/source/form/${environmentId}/${base?.list.id ?? 'new'}`,
        withoutSecrets: withoutSecret,
        restore: () => {
          setTested(false)
          return true
        },
      },
      save: async (
        { name, description, columns, ...connection },
        { version, newId, theirs },
      ): Promise<SavedDatabaseList> => {
        const before: StoredDatabaseList | null = theirs ?? base
        if (before === null) {
          const made = await client.databaseLists.create({
            environmentId,
            listId: newId,
            name,
            description,
            connection,
            columns,
          })
          return { list: made, made: true, activates: true }
        }
        let { list } = before
        const isDescribed = description !== list.description
        if (!hasConnection(before, connection, columns)) {
          list = await client.databaseLists.update({
            environmentId,
            listId: list.id,
            connection,
            columns,
            baseVersion: version,
          })
          // Should the description fail, the rest is not saved again.
          if (isDescribed) acceptConnection({ list, definition: { connection, columns, version: list.version } })
        }
        if (isDescribed) list = await client.customLists.describe({ environmentId, listId: list.id, description })
        return { list, made: false, activates: list.version !== before.list.version }
      },
      onSaved: ({ list, made, activates }) => {
        toast({
          tone: 'success',
          title: intl.formatMessage({ id: made ? 'Lists.New.Done' : 'Lists.Edit.Done' }, { name: list.name }),
          ...(activates ? { description: intl.formatMessage({ id: 'Lists.Activation' }) } : {}),
        })
        onSaved(list)
      },
      leaves: isOtherPage,
      errorsOf: databaseListErrorsOf,
      problemOf: error => databaseListErrorOf(error, base === null)?.kind ?? null,
      conflict: {
        load,
        differences: (mine, theirs: Awaited<ReturnType<typeof load>>) =>
          differencesOf(
            databaseListVersionTexts(
              databaseListFormOf(mine, { connection: mine, columns: mine.columns, version: theirs.version }),
              intl,
            ),
            databaseListVersionTexts(databaseListFormOf(theirs.list, theirs.definition), intl),
          ),
        takeTheirs: (theirs, acceptTheirs) => {
          setBase(theirs)
          acceptTheirs(databaseListRecordOf(theirs))
          setTested(true)
          setContainers(null)
          setRows(null)
        },
      },
      element,
    })
  const acceptConnection = (next: StoredDatabaseList) => {
    const record = databaseListRecordOf(next)
    setBase(next)
    accept(record, record.values)
  }
  const isNew = base === null
  // The same one in every drawing: the panel leads to a new one.
  const problem = useMemo(
    () => (problemError === null ? null : databaseListErrorOf(problemError, isNew)),
    [problemError, isNew],
  )
  const { errors } = form.formState
  const change = (next: Partial<DatabaseListForm>) => {
    const fields = Object.keys(next) as (keyof DatabaseListForm)[]
    for (const field of fields)
      form.setValue(field, next[field] as DatabaseListForm[typeof field], { shouldDirty: true })
    const revalidated = fields.filter(field => attempts > 0 || errors[field] !== undefined)
    if (revalidated.length > 0) void form.trigger(revalidated)
    if (!changesDatabaseAccess(next)) return
    accessRevision.current += 1
    setTested(false)
    setContainers(null)
    setRows(null)
    form.clearErrors('root')
  }
  const test = useApiMutation({
    mutationFn: ({ connection }: DatabaseRequest<ReturnType<typeof databaseAccessOf>>) =>
      client.databaseLists.test({ ...address, connection }),
    onSuccess: (answer, request) => {
      if (request.accessRevision !== accessRevision.current) return
      setContainers(answer.containers)
      setTested(true)
      const container = form.getValues('container')
      if (container !== '' && !answer.containers.includes(container)) change({ container: '' })
    },
    onError: (error, request) => request.accessRevision !== accessRevision.current || showError(error),
  })
  const preview = useApiMutation({
    /** Without columns: those of the first document. */
    mutationFn: ({ connection, columns }: DatabaseRequest<ListConnection> & { columns: readonly string[] | null }) =>
      client.databaseLists.preview({ ...address, connection, ...(columns === null ? {} : { columns: [...columns] }) }),
    onSuccess: (answer, request) => {
      if (request.accessRevision !== accessRevision.current) return
      setRows(answer)
      if (request.columns === null) change({ columns: answer.columns })
    },
    onError: (error, request) => request.accessRevision !== accessRevision.current || showError(error),
  })
  const loadRows = (columns: readonly string[] | null) => {
    form.clearErrors('root')
    preview.mutate({ connection: connectionOf(form.getValues()), accessRevision: accessRevision.current, columns })
  }
  return {
    form: values,
    change,
    dirty,
    running: saving
      ? ('save' as const)
      : test.isPending
        ? ('test' as const)
        : preview.isPending
          ? ('rows' as const)
          : null,
    tested,
    containers,
    rows,
    problem,
    issueAt: (path: string): string | undefined => {
      const error = get(errors, path) as MessageError | undefined
      return error?.message === undefined
        ? undefined
        : intl.formatMessage(
            { id: error.message },
            { limit: fieldLimits[path], most: externalCallLimits.timeoutMs, ...error.values },
          )
    },
    test: async () => {
      form.clearErrors('root')
      if (!(await form.trigger(accessFields))) return focusInvalidField(element.current)
      setContainers(null)
      test.mutate({ connection: databaseAccessOf(form.getValues()), accessRevision: accessRevision.current })
    },
    /** The columns become those of the first document. */
    choose: (container: string) => {
      setRows(null)
      change({ container })
      loadRows(null)
    },
    /** A column whose rows were not queried yet is queried. */
    pick: (columns: readonly string[]) => {
      change({ columns })
      form.clearErrors('root')
      if (columns.some(name => rows?.columns.includes(name) === false)) loadRows(columns)
    },
    save: submit,
    guard,
    question,
  }
}
export type DatabaseListState = ReturnType<typeof useDatabaseList>

/** The rows of a stored list are reached in this way already. */
function hasConnection(stored: StoredDatabaseList, connection: ListConnection, columns: readonly string[]): boolean {
  const before = databaseListFormOf(stored.list, stored.definition)
  return dequal([connection, columns], [connectionOf(before), before.columns])
}
