import { Field, FileDrop, Select, useToast } from '@assay/design-system'
import { type TemplateFileFault, type TemplateKind, templateLimits } from '@assay/risk-service/contract'
import { type ReactNode, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormDialog } from '../../platform/authoring/form-dialog.tsx'
import { useShown } from '../../platform/authoring/use-shown.ts'
import { useDraft } from '../../platform/drafts/use-draft.ts'
import { useFailureToast } from '../../platform/errors/use-failure-toast.ts'
import { libraryOf } from '../../platform/templates/areas.ts'
import { LimitNote } from '../../platform/templates/create-template-dialog.tsx'
import { isTooLong, type Named, type NameFault, NameFields, nameFault } from '../../platform/templates/name-fields.tsx'
import { keepOrDescribe, templateRefusal } from '../../platform/templates/refusals.ts'
import { headOfFile } from './file-head.ts'

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
  const failed = useFailureToast()
  const [file, setFile] = useState<File | null>(null)
  const [fileFault, setFileFault] = useState<TemplateFileFault | 'missing' | null>(null)
  const [kind, setKind] = useState<TemplateKind>(kinds[0] ?? 'rule')
  const [named, setNamed] = useState<Named>({ name: '', description: '' })
  const [fault, setFault] = useState<NameFault | null>(null)
  const [refusal, setRefusal] = useState<ReactNode>(null)
  const [running, setRunning] = useState(false)
  // One id for every attempt with a file: a lost answer makes no second template.
  const [templateId, setTemplateId] = useState(() => crypto.randomUUID())
  const shown = useShown()
  // What the last file says of itself.
  const suggested = useRef<Named>({ name: '', description: '' })
  const newest = useRef<File | null>(null)
  useDraft(`template/import/${environmentId}`, { kind, named }, kept => {
    setKind(kept.kind)
    setNamed(kept.named)
  })
  const choose = async (chosen: File) => {
    newest.current = chosen
    const head = chosen.size > templateLimits.fileSize ? { fault: 'size' as const } : await headOfFile(chosen)
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
  const submit = async () => {
    const found = nameFault(named)
    setFault(found)
    setRefusal(null)
    if (!file) setFileFault('missing')
    if (!file || fileFault !== null || found || isTooLong(named)) return
    setRunning(true)
    try {
      const name = named.name.trim()
      const given = { environmentId, templateId, name, description: named.description.trim() }
      await keepOrDescribe(
        () => libraryOf[kind].add({ ...given, file }),
        baseVersion => libraryOf[kind].describe({ ...given, baseVersion }),
      )
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Templates.Added' }, { name }) })
      onAdded()
      if (shown()) onClose()
    } catch (error) {
      const refused = templateRefusal(error)
      if (refused?.kind === 'name') setFault('taken')
      else if (refused?.kind === 'file') setFileFault(refused.fault)
      else if (refused?.kind === 'limit') setRefusal(<LimitNote kind={kind} />)
      else failed(error)
      // What lost its answer may have been done all the same.
      onAdded()
      setRunning(false)
    }
  }
  return (
    <FormDialog
      title={<FormattedMessage id="Templates.Import" />}
      confirm={<FormattedMessage id="Templates.Add" />}
      running={running}
      refusal={refusal}
      onSubmit={() => void submit()}
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
      <NameFields
        {...named}
        fault={fault}
        readOnly={running}
        onChange={next => {
          setNamed(next)
          setFault(null)
        }}
      />
    </FormDialog>
  )
}
