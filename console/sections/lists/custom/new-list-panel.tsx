import { Button, Callout, focusInvalidField, Input, SidePanel, useToast } from '@assay/design-system'
import { type CustomList, type ListIssue, listLimits } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useRecordForm } from '../../../platform/authoring/form/use-record-form.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { DescriptionField } from '../../../platform/forms/description-field.tsx'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { isOtherPage, useLeaveGuard } from '../../../platform/forms/use-leave-guard.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { type ListDetails, listDetailsResolver } from '../list-details.ts'
import { listErrorOf } from '../list-errors.ts'
import { PanelFooter } from '../panel-footer.tsx'
import { SourceChoice } from '../source-choice.tsx'
import { type ListLeaveGuard, useRegisterLeaveGuard } from '../use-register-leave-guard.ts'
import { useUpload } from '../use-upload.ts'
import { FileField } from './file-field.tsx'
import { useListFile } from './use-list-file.ts'

interface NewListPanelProps {
  /** Receives the leave guard of the form; null when the form is unmounted. */
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

/** The user cancelled the upload. */
const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** A new list: its file, checked before it is sent, and its name. */
export function NewListPanel({ onGuard, onClose, onCreated, onDatabase, switched }: NewListPanelProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const queryClient = useQueryClient()
  const environment = useEnvironment()
  const offline = useOffline()
  const file = useListFile()
  const { sent, send, cancel } = useUpload()
  const [suggested, setSuggested] = useState('')
  const [refused, setRefused] = useState<readonly ListIssue[]>([])
  const element = useRef<HTMLFormElement>(null)
  const upload = async (details: ListDetails, chosen: File, listId: string) => {
    try {
      return await send<CustomList>({
        method: 'POST',
        path: `/environments/${environment.id}/lists/custom`,
        environmentId: environment.id,
        file: chosen,
        fields: { listId, ...details },
      })
    } catch (error) {
      const refusal = listErrorOf(error)
      if (refusal?.kind === 'file') setRefused(refusal.problems)
      throw error
    }
  }
  const {
    form,
    values,
    saving,
    problem,
    submit,
    dirty: named,
  } = useRecordForm({
    record: { values: { name: '', description: '' }, version: 0 },
    resolver: listDetailsResolver,
    recovery: { id: `lists/new/${environment.id}` },
    save: (details, { newId }) =>
      file.state.kind === 'read' ? upload(details, file.state.file, newId) : Promise.resolve(null),
    onSaved: list => {
      if (list === null) return
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: 'Lists.New.Done' }),
        description: intl.formatMessage({ id: 'Lists.Activation' }),
      })
      onGuard(null)
      onCreated(list)
    },
    // What was stopped, or lost its answer, may have been done all the same.
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.customLists.list.key() }),
    errorsOf: error => {
      const kind = listErrorOf(error)?.kind
      if (kind === 'taken') return { name: { id: 'Lists.Name.Taken' } }
      // The error is shown at the file; a cancelled upload needs no message.
      return kind === 'file' || isAbort(error) ? {} : null
    },
    problemOf: error => {
      const refusal = listErrorOf(error)
      return refusal?.kind === 'limit' ? `Lists.Limit.${refusal.reason.replace('lists.', '')}` : null
    },
    element,
  })
  useEffect(() => {
    if (refused.length > 0) focusInvalidField(element.current)
  }, [refused])
  const dirty = named || file.state.kind !== 'none'
  const { guard, question } = useLeaveGuard(dirty, isOtherPage)
  useRegisterLeaveGuard(onGuard, guard, dirty)
  const description = useController({ control: form.control, name: 'description' }).field
  const good = file.state.kind === 'read' && file.state.read.problems.length === 0 && refused.length === 0
  const obstacle = offline
    ? 'Offline.Writes'
    : file.state.kind === 'none'
      ? 'Lists.New.NeedsFile'
      : file.state.kind === 'read' && !good
        ? 'Lists.New.FileError'
        : null
  return (
    <SidePanel title={<FormattedMessage id="Lists.New.Title" />} width={560} resizable onClose={() => guard(onClose)}>
      <form
        ref={element}
        noValidate
        className="flex min-h-full flex-col"
        onSubmit={event => {
          event.preventDefault()
          if (!saving && obstacle === null && good) void submit()
        }}
      >
        <div className="flex flex-1 flex-col gap-4 p-4">
          {problem === null ? null : (
            <Callout tone="danger" live>
              <FormattedMessage id={problem} values={{ count: listLimits.lists }} />
            </Callout>
          )}
          <SourceChoice
            value="csv"
            focus={switched}
            disabled={saving}
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
              // A name that was derived from the previous file is replaced with it.
              if (values.name === '' || values.name === suggested)
                form.setValue('name', nameOf(chosen), { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
              setSuggested(nameOf(chosen))
              void file.choose(chosen)
            }}
            onClear={() => {
              setRefused([])
              file.clear()
            }}
          />
          <FormField
            form={form}
            name="name"
            label={<FormattedMessage id="Common.Name" />}
            description={<FormattedMessage id="Lists.Name.Help" />}
            required
          >
            {({ value, onChange }) => (
              <Input
                value={value}
                maxLength={200}
                spellCheck={false}
                autoComplete="off"
                dir="auto"
                onChange={onChange}
              />
            )}
          </FormField>
          <DescriptionField
            value={description.value}
            rows={2}
            limit={listLimits.description}
            onValueChange={description.onChange}
          />
        </div>
        <PanelFooter notice reason={obstacle === null ? null : <FormattedMessage id={obstacle} />}>
          <Button onClick={() => guard(onClose)}>
            <FormattedMessage id="Common.Cancel" />
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={saving}
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
