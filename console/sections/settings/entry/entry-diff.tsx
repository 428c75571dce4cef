import { Button, belowMd, Icon, useAnnounce, useFormat, useMediaQuery, useToast } from '@assay/design-system'
import { DiffViewer } from '@assay/design-system/editor'
import type { LogEntry } from '@assay/risk-service/contract'
import { Copy } from 'lucide-react'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { inOrderOf, modifiedFields, snapshotText, versionOf } from './modified-fields.ts'

/** What was before and after an entry, as two texts of JSON. */
export function EntryDiff({ entry, all }: { entry: LogEntry; all: boolean }) {
  const intl = useIntl()
  const format = useFormat()
  const narrow = useMediaQuery(belowMd)
  const whole = useMemo(
    () => ({ before: entry.before ?? null, after: inOrderOf(entry.after ?? null, entry.before) }),
    [entry],
  )
  const shown = useMemo(() => {
    const { before, after } = all ? whole : modifiedFields(whole.before, whole.after)
    return { before: snapshotText(before), after: snapshotText(after) }
  }, [whole, all])
  if (entry.erasedAt !== null)
    return (
      <p className="px-page py-3 text-sm text-fg-muted">
        <FormattedMessage id="ActivityLog.Erased" values={{ time: format.dateTime(entry.erasedAt) }} />
      </p>
    )
  if (whole.before === null && whole.after === null)
    return (
      <p className="px-page py-3 text-sm text-fg-muted">
        <FormattedMessage id="ActivityLog.NoFields" />
      </p>
    )
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center justify-end gap-2 border-be border-line-subtle px-page py-1">
        {whole.before === null ? null : (
          <CopyText id="ActivityLog.CopyOriginal" noun="ActivityLog.Original" value={whole.before} />
        )}
        {whole.after === null ? null : (
          <CopyText id="ActivityLog.CopyModified" noun="ActivityLog.Modified" value={whole.after} />
        )}
      </div>
      <DiffViewer
        className="min-h-[14rem] flex-1"
        label={intl.formatMessage({ id: 'ActivityLog.Differences' })}
        before={shown.before}
        after={shown.after}
        beforeLabel={<SideHead id="ActivityLog.Original" version={versionOf(entry.before)} />}
        afterLabel={<SideHead id="ActivityLog.Modified" version={versionOf(entry.after)} />}
        defaultLayout={narrow ? 'unified' : 'split'}
      />
    </div>
  )
}

function SideHead({ id, version }: { id: string; version: number | null }) {
  return (
    <>
      <FormattedMessage id={id} />
      {version === null ? null : (
        <span className="ms-2 font-normal text-fg-muted">
          <FormattedMessage id="Common.Version" values={{ version }} />
        </span>
      )}
    </>
  )
}

function CopyText({ id, noun, value }: { id: string; noun: string; value: unknown }) {
  const intl = useIntl()
  const announce = useAnnounce()
  const { toast } = useToast()
  const label = intl.formatMessage({ id: noun })
  const copy = () =>
    navigator.clipboard.writeText(snapshotText(value)).then(
      () => announce(intl.formatMessage({ id: 'DesignSystem.CopyableId.Copied' }, { label })),
      () => toast({ tone: 'danger', title: intl.formatMessage({ id: 'DesignSystem.CopyableId.Failed' }, { label }) }),
    )
  return (
    <Button size="sm" variant="ghost" onClick={() => void copy()}>
      <Icon icon={Copy} size={12} />
      <FormattedMessage id={id} />
    </Button>
  )
}
