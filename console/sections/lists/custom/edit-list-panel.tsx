import { Button, Callout, Icon, SidePanel, useFormat, useToast } from '@assay/design-system'
import { type CustomList, type ListIssue, listLimits } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { DescriptionField } from '../../../platform/forms/description-field.tsx'
import { isOtherPage, useLeaveGuard } from '../../../platform/forms/use-leave-guard.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { type ListLimit, listErrorOf } from '../list-errors.ts'
import { PanelFooter } from '../panel-footer.tsx'
import { type ListLeaveGuard, useRegisterLeaveGuard } from '../use-register-leave-guard.ts'
import { useUpload } from '../use-upload.ts'
import { FileField } from './file-field.tsx'
import { useListFile } from './use-list-file.ts'

interface EditListPanelProps {
  list: CustomList
  onGuard: (guard: ListLeaveGuard | null) => void
  onClose: () => void
  onDownload: () => void
  onHistory: () => void
  onSaved: (list: CustomList) => void
}

/** Another file in place of the whole list, another description, or both. */
export function EditListPanel({ list, onGuard, onClose, onDownload, onHistory, onSaved }: EditListPanelProps) {
  const intl = useIntl()
  const format = useFormat()
  const { toast } = useToast()
  const environment = useEnvironment()
  const offline = useOffline()
  const file = useListFile()
  const { sent, send, cancel } = useUpload()
  const [description, setDescription] = useState(list.description)
  // The list when the form was opened: before a file replaces another version than that, the form asks.
  const [base, setBase] = useState(list)
  const [changed, setChanged] = useState<{ by: string; at: string | undefined } | null>(null)
  const [refused, setRefused] = useState<readonly ListIssue[]>([])
  const [limit, setLimit] = useState<ListLimit | null>(null)
  const newText = description.trim() !== base.description
  const withFile = file.state.kind !== 'none'
  const dirty = newText || withFile
  useRecovery(`lists/edit/${list.id}`, newText ? { description } : null, recovered =>
    setDescription(recovered.description),
  )
  const { guard, question } = useLeaveGuard(dirty, isOtherPage)
  useRegisterLeaveGuard(onGuard, guard, dirty)
  const good = file.state.kind === 'read' && file.state.read.problems.length === 0 && refused.length === 0
  const tooLong = description.trim().length > listLimits.description
  const obstacle = offline
    ? 'Offline.Writes'
    : !dirty
      ? 'Lists.Edit.Nothing'
      : file.state.kind === 'read' && !good
        ? 'Lists.New.FileError'
        : null

  const edit = useApiMutation({
    mutationFn: async (seen: CustomList | 'latest') => {
      // Over the current version, whatever it is.
      const over =
        seen === 'latest' ? await client.customLists.get({ environmentId: environment.id, listId: list.id }) : seen
      setBase(over)
      setChanged(null)
      let saved = over
      if (file.state.kind === 'read') {
        saved = await send<CustomList>({
          method: 'PUT',
          path: `/environments/${environment.id}/lists/custom/${list.id}/file`,
          environmentId: environment.id,
          file: file.state.file,
          fields: { baseVersion: String(over.version) },
        })
        setBase(saved)
      }
      return newText
        ? client.customLists.describe({
            environmentId: environment.id,
            listId: list.id,
            description: description.trim(),
          })
        : saved
    },
    onSuccess: saved => {
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: 'Lists.Edit.Done' }, { name: list.name }),
        ...(withFile ? { description: intl.formatMessage({ id: 'Lists.Activation' }) } : {}),
      })
      onGuard(null)
      onSaved(saved)
    },
    onError: error => {
      if (error instanceof DOMException && error.name === 'AbortError') return true
      const refusal = listErrorOf(error)
      if (refusal?.kind === 'file') setRefused(refusal.problems)
      else if (refusal?.kind === 'changed') setChanged(refusal)
      else if (refusal?.kind === 'limit') setLimit(refusal.reason)
      else return false
      return true
    },
  })
  const saving = edit.isPending
  const save = (over: CustomList | 'latest') => {
    setLimit(null)
    edit.mutate(over)
  }
  return (
    <SidePanel
      title={<FormattedMessage id="Lists.Edit.Title" values={{ name: <bdi key="name">{list.name}</bdi> }} />}
      width={560}
      resizable
      onClose={() => guard(onClose)}
    >
      <form
        noValidate
        className="flex min-h-full flex-col"
        onSubmit={event => {
          event.preventDefault()
          if (!saving && obstacle === null && !tooLong) save(base)
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
          {changed === null ? null : (
            <Callout
              tone="warning"
              live
              title={
                <FormattedMessage
                  id="Lists.Changed.Title"
                  values={{
                    user: <bdi key="user">{changed.by}</bdi>,
                    time: changed.at ? format.dateTime(changed.at) : '',
                  }}
                />
              }
            >
              <p>
                <FormattedMessage id="Lists.Changed.Text" />
              </p>
              <p className="mbs-2 flex flex-wrap gap-2">
                <Button size="sm" variant="danger" loading={saving} disabled={offline} onClick={() => save('latest')}>
                  <FormattedMessage id="Lists.Changed.Overwrite" />
                </Button>
                <Button size="sm" onClick={onHistory}>
                  <FormattedMessage id="Lists.Changed.Versions" />
                </Button>
              </p>
            </Callout>
          )}
          <div className="flex flex-wrap items-center gap-2">
            <p className="min-w-0 flex-1 text-xs text-fg-secondary">
              <FormattedMessage id="Lists.Edit.Help" values={{ count: list.rows }} />
            </p>
            <Button size="sm" onClick={onDownload}>
              <Icon icon={Download} size={12} />
              <FormattedMessage id="Lists.Edit.Latest" />
            </Button>
          </div>
          <FileField
            label={intl.formatMessage({ id: 'Lists.Edit.File' })}
            state={file.state}
            sent={sent}
            refused={refused}
            disabled={offline}
            onCancel={cancel}
            onChoose={chosen => {
              setRefused([])
              void file.choose(chosen)
            }}
            onClear={() => {
              setRefused([])
              file.clear()
            }}
          />
          <DescriptionField
            value={description}
            rows={3}
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
            loading={saving}
            disabled={obstacle !== null || tooLong || file.state.kind === 'reading'}
          >
            <FormattedMessage id="Common.Update" />
          </Button>
        </PanelFooter>
      </form>
      {question}
    </SidePanel>
  )
}
