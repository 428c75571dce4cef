import { Field, FileDrop, Select, useToast } from '@assay/design-system'
import { type TemplateFileIssue, type TemplateKind, templateLimits } from '@assay/risk-service/contract'
import { type ReactNode, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../platform/mutations/use-api-mutation.ts'
import { useRecovery } from '../../platform/recovery/use-recovery.ts'
import { LimitNote } from '../../platform/templates/create-template-dialog.tsx'
import { createOrUpdateDetails, templateErrorOf } from '../../platform/templates/template-error.ts'
import {
  isTooLong,
  type TemplateDetails,
  TemplateNameFields,
  type TemplateNameIssue,
  templateNameMessages,
  validateTemplateName,
} from '../../platform/templates/template-name-fields.tsx'
import { templateClients } from '../../platform/templates/template-procedures.ts'
import { readTemplateFileHeader } from './template-file-header.ts'

interface ImportTemplateDialogProps {
  environmentId: string
  /** Kinds that may be kept here. */
  kinds: readonly TemplateKind[]
  onClose: () => void
  /** The library is another now, or may be. */
  onAdded: () => unknown
}

/**
 * Keeps the template of a file in the library. The file says what kind it is; its name can be changed before it is
 * kept.
 */
export function ImportTemplateDialog({ environmentId, kinds, onClose, onAdded }: ImportTemplateDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const [file, setFile] = useState<File | null>(null)
  const [fileFault, setFileFault] = useState<TemplateFileIssue | 'missing' | null>(null)
  const [kind, setKind] = useState<TemplateKind>(kinds[0] ?? 'rule')
  const [named, setNamed] = useState<TemplateDetails>({ name: '', description: '' })
  const [fault, setFault] = useState<TemplateNameIssue | null>(null)
  const [refusal, setRefusal] = useState<ReactNode>(null)
  // One id for every attempt with a file: a lost answer makes no second template.
  const [templateId, setTemplateId] = useState(() => crypto.randomUUID())
  // What the last file says of itself.
  const suggested = useRef<TemplateDetails>({ name: '', description: '' })
  const newest = useRef<File | null>(null)
  useRecovery(`template/import/${environmentId}`, { kind, named }, kept => {
    setKind(kept.kind)
    setNamed(kept.named)
  })
  const choose = async (chosen: File) => {
    newest.current = chosen
    const head =
      chosen.size > templateLimits.fileSize ? { fault: 'size' as const } : await readTemplateFileHeader(chosen)
    // Of two that were chosen one after the other, the first may be read last.
    if (newest.current !== chosen) return
    setFile(chosen)
    setTemplateId(crypto.randomUUID())
    setFileFault(head.fault ?? null)
    if (head.kind !== undefined && kinds.includes(head.kind)) setKind(head.kind)
    if (head.name === undefined) return
    const before = suggested.current
    const next = { name: head.name, description: head.description ?? '' }
    suggested.current = next
    // What somebody typed stays: also what is back after a way to the sign-in page, which keeps no files.
    setNamed(current => ({
      name: current.name === '' || current.name === before.name ? next.name : current.name,
      description: current.description === before.description ? next.description : current.description,
    }))
  }
  const drop = () => {
    newest.current = null
    setFile(null)
    setFileFault(null)
  }
  const chooseKind = (next: TemplateKind) => {
    setKind(next)
    setTemplateId(crypto.randomUUID())
    // It was said of the kind that was chosen, not of the file.
    setFileFault(current => (current === 'kind' ? null : current))
  }
  const addition = useApiMutation({
    mutationFn: ({ of, file: added, ...given }: TemplateDetails & { of: TemplateKind; file: File }) => {
      const target = { environmentId, templateId, ...given }
      return createOrUpdateDetails(
        () => templateClients[of].add({ ...target, file: added }),
        baseVersion => templateClients[of].describe({ ...target, baseVersion }),
      )
    },
    onSuccess: (_answer, { name }) =>
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Templates.Added' }, { name }) }),
    onError: (error, { of }) => {
      const refused = templateErrorOf(error)
      if (refused?.kind === 'name') setFault('taken')
      else if (refused?.kind === 'file') setFileFault(refused.fault)
      else if (refused?.kind === 'limit') setRefusal(<LimitNote kind={of} />)
      else return false
      return true
    },
    // After a failure, too: what lost its answer may have been done all the same.
    onSettled: () => void onAdded(),
  })
  const running = addition.isPending
  const submit = () => {
    const found = validateTemplateName(named)
    setFault(found)
    setRefusal(null)
    if (!file) setFileFault('missing')
    if (!file || fileFault !== null || found || isTooLong(named)) return
    addition.mutate(
      { of: kind, file, name: named.name.trim(), description: named.description.trim() },
      { onSuccess: onClose },
    )
  }
  return (
    <FormDialog
      title={<FormattedMessage id="Templates.Import" />}
      confirm={<FormattedMessage id="Templates.Add" />}
      running={running}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={<FormattedMessage id="Templates.File.Label" />}
        labelHidden
        {...(fileFault ? { error: <FormattedMessage id={`Templates.File.${fileFault}`} /> } : {})}
      >
        <FileDrop
          label={intl.formatMessage({ id: 'Templates.File.Label' })}
          accept=".json,application/json"
          acceptLabel="JSON"
          maxSize={templateLimits.fileSize}
          files={
            file
              ? [
                  {
                    id: 'file',
                    name: file.name,
                    size: file.size,
                    state: fileFault
                      ? {
                          kind: 'failed',
                          reason: intl.formatMessage({ id: `Templates.File.${fileFault}` }),
                          retryable: false,
                        }
                      : { kind: 'done' },
                  },
                ]
              : []
          }
          onFilesAdd={([first]) => {
            if (first) void choose(first)
          }}
          onRemove={drop}
        />
      </Field>
      <Field label={<FormattedMessage id="Templates.Column.Kind" />} required>
        <div className="relative">
          <Select
            value={kind}
            onValueChange={chooseKind}
            aria-label={intl.formatMessage({ id: 'Templates.Column.Kind' })}
            options={kinds.map(value => ({ value, label: intl.formatMessage({ id: `Templates.Kind.${value}` }) }))}
          />
        </div>
      </Field>
      <TemplateNameFields
        {...named}
        nameError={fault && templateNameMessages[fault]}
        readOnly={running}
        onChange={next => {
          setNamed(next)
          setFault(null)
        }}
      />
    </FormDialog>
  )
}
