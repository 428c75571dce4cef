import {
  Badge,
  Button,
  ConfirmDanger,
  Heading,
  KeyValue,
  KeyValueList,
  useFormat,
  useToast,
} from '@assay/design-system'
import type { ModelKind, ModelVersion } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

export function VersionFacts({ version }: { version: ModelVersion }) {
  const format = useFormat()
  return (
    <KeyValueList columns={2}>
      <KeyValue term={<FormattedMessage id="Models.Version" />}>
        <VersionName version={version} />
      </KeyValue>
      {version.trainedAt === null ? null : (
        <>
          <KeyValue term={<FormattedMessage id="Models.TrainedAt" />}>{format.dateTime(version.trainedAt)}</KeyValue>
          <KeyValue term={<FormattedMessage id="Models.TrainedBy" />}>
            {version.trainedBy === null ? <FormattedMessage id="Models.Schedule" /> : <bdi>{version.trainedBy}</bdi>}
          </KeyValue>
        </>
      )}
    </KeyValueList>
  )
}

function VersionName({ version }: { version: ModelVersion }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      {version.shipped ? (
        <FormattedMessage id="Models.Shipped.Name" />
      ) : (
        <FormattedMessage id="Models.VersionNumber" values={{ version: version.version }} />
      )}
      {version.active ? (
        <Badge tone="success">
          <FormattedMessage id="Lists.Version.InForce" />
        </Badge>
      ) : null}
      {version.weak ? (
        <Badge tone="warning">
          <FormattedMessage id="Models.Weak.Badge" />
        </Badge>
      ) : null}
    </span>
  )
}

interface VersionsProps {
  environmentId: string
  kind: ModelKind
  versions: readonly ModelVersion[]
  shown: number
  write: boolean
  onShow: (version: number) => void
  onChanged: () => void
}

export function Versions({ environmentId, kind, versions, shown, write, onShow, onChanged }: VersionsProps) {
  const format = useFormat()
  const intl = useIntl()
  const { toast } = useToast()
  const [pendingVersion, setPendingVersion] = useState<ModelVersion | null>(null)
  const [last, setLast] = useState<ModelVersion | null>(null)
  if (pendingVersion !== null && pendingVersion !== last) setLast(pendingVersion)
  const activation = useApiMutation({
    mutationFn: ({ version }: ModelVersion) => client.models.activate({ environmentId, kind, version }),
    onSuccess: () => {
      toast({ title: intl.formatMessage({ id: 'Models.Activated' }), tone: 'success' })
      setPendingVersion(null)
      onChanged()
    },
  })
  return (
    <section className="flex flex-col gap-2">
      <Heading level={3} size="sm">
        <FormattedMessage id="Common.Versions" />
      </Heading>
      <ol className="flex flex-col">
        {versions.map(version => (
          <li
            key={version.version}
            className="flex flex-wrap items-center justify-between gap-2 border-bs border-line-subtle py-2"
          >
            <div className="min-w-0">
              <VersionName version={version} />
              {version.trainedAt === null ? null : (
                <span className="text-xs text-fg-secondary">{format.dateTime(version.trainedAt)}</span>
              )}
            </div>
            <span className="flex gap-2">
              {version.version === shown ? null : (
                <Button size="sm" variant="ghost" onClick={() => onShow(version.version)}>
                  <FormattedMessage id="Models.Show" />
                </Button>
              )}
              {write && !version.active ? (
                <Button size="sm" onClick={() => setPendingVersion(version)}>
                  <FormattedMessage id="Models.Use" />
                </Button>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
      <ConfirmDanger
        open={pendingVersion !== null}
        onOpenChange={open => {
          if (!open) setPendingVersion(null)
        }}
        loading={activation.isPending}
        title={<FormattedMessage id="Models.Use.Title" />}
        description={<FormattedMessage id="Models.Use.Text" />}
        confirmLabel={<FormattedMessage id="Models.Use" />}
        onConfirm={() => {
          if (last) activation.mutate(last)
        }}
      />
    </section>
  )
}
