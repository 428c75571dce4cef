import { Button, Callout, Field, focusInvalidField, Input, SidePanel, useToast } from '@assay/design-system'
import { type CustomList, type ListIssue, listLimits } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { DescriptionField } from '../../../platform/forms/description-field.tsx'
import { isOtherPage, useLeaveGuard } from '../../../platform/forms/use-leave-guard.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { type ListLimit, listErrorOf } from '../list-errors.ts'
import { PanelFooter } from '../panel-footer.tsx'
import { SourceChoice } from '../source-choice.tsx'
import { type ListLeaveGuard, useRegisterLeaveGuard } from '../use-register-leave-guard.ts'
import { useUpload } from '../use-upload.ts'
import { FileField } from './file-field.tsx'
import { useListFile } from './use-list-file.ts'

interface NewListPanelProps {
  /** Takes what asks before the form goes; null when it is gone. */
  onGuard: (guard: ListLeaveGuard | null) => void
  onClose: () => void
  onCreated: (list: CustomList) => void
  /** The rows are to stay in a database instead. */
  onDatabase: () => void
  /** It was another form a moment ago. */
  switched: boolean
}

/** The name of a file as that of a list. */
const nameOf = (file: File) =>
  file.name
    .replace(/\.csv$/i, '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, listLimits.name)

/** A new list: its file, looked at before it is sent, and what it is called. */
export function NewListPanel({ onGuard, onClose, onCreated, onDatabase, switched }: NewListPanelProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const queryClient = useQueryClient()
  const environment = useEnvironment()
  const offline = useOffline()
  const file = useListFile()
  const { sent, send, cancel } = useUpload()
  const [name, setName] = useState('')
  const [suggested, setSuggested] = useState('')
  const [description, setDescription] = useState('')
  const [nameFault, setNameFault] = useState<string | null>(null)
  const [refused, setRefused] = useState<readonly ListIssue[]>([])
  const [limit, setLimit] = useState<ListLimit | null>(null)
  // One id for every attempt: a lost answer makes no second list.
  const [listId] = useState(() => crypto.randomUUID())
  const form = useRef<HTMLFormElement>(null)
  const dirty = file.state.kind !== 'none' || name !== '' || description !== ''
  useRecovery(
    `lists/new/${environment.id}`,
    name === '' && description === '' ? null : { name, description },
    recovered => {
      setName(recovered.name)
      setDescription(recovered.description)
    },
  )
  const { guard, question } = useLeaveGuard(dirty, isOtherPage)
  useRegisterLeaveGuard(onGuard, guard, dirty)
  const good = file.state.kind === 'read' && file.state.read.problems.length === 0 && refused.length === 0
  const tooLong = description.trim().length > listLimits.description
  const obstacle = offline
    ? 'Offline.Writes'
    : file.state.kind === 'none'
      ? 'Lists.New.NeedsFile'
      : file.state.kind === 'read' && !good
        ? 'Lists.New.FileError'
        : null

  const check = (): string | null =>
    name.trim() === ''
      ? 'Lists.Name.Missing'
      : name.trim().length > listLimits.name || /\p{Cc}/u.test(name)
        ? 'Lists.Name.Long'
        : null
  const creation = useApiMutation({
    mutationFn: (chosen: File) =>
      send<CustomList>({
        method: 'POST',
        path: `/environments/${environment.id}/lists/custom`,
        environmentId: environment.id,
        file: chosen,
        fields: { listId, name: name.trim(), description: description.trim() },
      }),
    onSuccess: list => {
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: 'Lists.New.Done' }),
        description: intl.formatMessage({ id: 'Lists.Activation' }),
      })
      onGuard(null)
      onCreated(list)
    },
    onError: error => {
      // What was stopped, or lost its answer, may have been done all the same.
      void queryClient.invalidateQueries({ queryKey: api.customLists.list.key() })
      if (error instanceof DOMException && error.name === 'AbortError') return true
      const refusal = listErrorOf(error)
      if (refusal?.kind === 'file') setRefused(refusal.problems)
      else if (refusal?.kind === 'taken') setNameFault('Lists.Name.Taken')
      else if (refusal?.kind === 'limit') setLimit(refusal.reason)
      else return false
      focusInvalidField(form.current)
      return true
    },
  })
  const create = () => {
    const fault = check()
    setNameFault(fault)
    setLimit(null)
    if (fault || tooLong) focusInvalidField(form.current)
    else if (file.state.kind === 'read' && good) creation.mutate(file.state.file)
  }
  return (
    <SidePanel title={<FormattedMessage id="Lists.New.Title" />} width={560} resizable onClose={() => guard(onClose)}>
      <form
        ref={form}
        noValidate
        className="flex min-h-full flex-col"
        onSubmit={event => {
          event.preventDefault()
          if (!creation.isPending && obstacle === null) create()
        }}
      >
        <div className="flex flex-1 flex-col gap-4 p-4">
          {limit === null ? null : (
            <Callout tone="danger" live>
              <FormattedMessage
                id={`Lists.Limit.${limit.replace('lists.', '')}`}
                values={{ count: listLimits.lists }}
              />
            </Callout>
          )}
          <SourceChoice
            value="csv"
            focus={switched}
            disabled={creation.isPending}
            onValue={kind => {
              if (kind === 'cosmos') guard(onDatabase)
            }}
          />
          <FileField
            label={intl.formatMessage({ id: 'Lists.New.File' })}
            state={file.state}
            sent={sent}
            refused={refused}
            disabled={offline}
            onCancel={cancel}
            onChoose={chosen => {
              setRefused([])
              // A name that only repeats that of another file goes with it.
              if (name === '' || name === suggested) setName(nameOf(chosen))
              setSuggested(nameOf(chosen))
              void file.choose(chosen)
            }}
            onClear={() => {
              setRefused([])
              file.clear()
            }}
          />
          <Field
            label={<FormattedMessage id="Common.Name" />}
            description={<FormattedMessage id="Lists.Name.Help" />}
            required
            {...(nameFault === null
              ? {}
              : { error: <FormattedMessage id={nameFault} values={{ limit: listLimits.name }} /> })}
          >
            <Input
              value={name}
              maxLength={200}
              spellCheck={false}
              autoComplete="off"
              dir="auto"
              onChange={event => {
                setName(event.target.value)
                setNameFault(null)
              }}
            />
          </Field>
          <DescriptionField
            value={description}
            rows={2}
            limit={listLimits.description}
            onValueChange={setDescription}
          />
        </div>
        <PanelFooter notice reason={obstacle === null ? null : <FormattedMessage id={obstacle} />}>
          <Button onClick={() => guard(onClose)}>
            <FormattedMessage id="Common.Cancel" />
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={creation.isPending}
            disabled={obstacle !== null || file.state.kind !== 'read'}
          >
            <FormattedMessage id="Lists.New.Create" />
          </Button>
        </PanelFooter>
      </form>
      {question}
    </SidePanel>
  )
}
