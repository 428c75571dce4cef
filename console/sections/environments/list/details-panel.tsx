import {
  Badge,
  CopyableId,
  DateTime,
  KeyValue,
  KeyValueList,
  SidePanel,
  SidePanelSection,
  StatusBadge,
} from '@assay/design-system'
import type { Environment } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { GeographyName } from '../../../platform/environments/geography-name.tsx'
import { FailureText, KindName } from '../environment-labels.tsx'

interface DetailsPanelProps {
  environment: Environment
  environments: readonly Environment[]
  /** Retry, where it failed. */
  retry: ReactNode
  onClose: () => void
}

/** Everything about one environment: what the grid has no room for, too. */
export function DetailsPanel({ environment, environments, retry, onClose }: DetailsPanelProps) {
  const intl = useIntl()
  const term = (id: string) => <FormattedMessage id={id} />
  const counterpart = environments.find(({ id }) => id === environment.counterpartId)
  return (
    <SidePanel
      title={<bdi>{environment.friendlyName}</bdi>}
      titleEnd={
        environment.kind === 'sandbox' ? (
          <Badge>
            <FormattedMessage id="Environments.Kind.Sandbox" />
          </Badge>
        ) : undefined
      }
      onClose={onClose}
    >
      {environment.failure === null ? null : (
        <SidePanelSection>
          <p className="flex items-center gap-2 text-danger-text">
            <FailureText failure={environment.failure} />
            {retry}
          </p>
        </SidePanelSection>
      )}
      <SidePanelSection>
        <KeyValueList termWidth="lg">
          <KeyValue term={term('Common.Name')}>
            <bdi className="wrap-anywhere">{environment.name}</bdi>
          </KeyValue>
          <KeyValue term={term('Environments.Column.Path')}>
            <bdi className="wrap-anywhere">{environment.path.join('/')}</bdi>
          </KeyValue>
          <KeyValue term={term('Common.Status')}>
            {environment.hasAccess ? (
              <StatusBadge status={environment.status} />
            ) : (
              <FormattedMessage id="Environments.NoAccess" />
            )}
          </KeyValue>
          <KeyValue term={term('Environments.Column.Kind')}>
            <KindName kind={environment.kind} />
          </KeyValue>
          <KeyValue term={term('Environments.Column.Geography')}>
            <GeographyName geography={environment.geography} />
          </KeyValue>
          <KeyValue term={term('Environments.Column.Created')}>
            <DateTime value={environment.createdAt} shape="date" />
          </KeyValue>
          <KeyValue term={term('Environments.Column.Id')}>
            <CopyableId truncated value={environment.id} label={intl.formatMessage({ id: 'Environments.Column.Id' })} />
          </KeyValue>
          <KeyValue term={term('Environments.Column.ApiId')}>
            {environment.customerApiId === null ? null : (
              <CopyableId
                value={environment.customerApiId}
                label={intl.formatMessage({ id: 'Environments.Column.ApiId' })}
              />
            )}
          </KeyValue>
          <KeyValue term={term('Environments.Column.Counterpart')}>
            {counterpart ? <bdi>{counterpart.friendlyName}</bdi> : null}
          </KeyValue>
        </KeyValueList>
      </SidePanelSection>
      {environment.hasAccess ? (
        <SidePanelSection heading={term('Environments.Column.Tags')}>
          {environment.tags.length === 0 ? (
            <p className="text-fg-muted">
              <FormattedMessage id="Environments.Details.NoTags" />
            </p>
          ) : (
            <ul className="flex flex-wrap gap-1">
              {environment.tags.map(tag => (
                <li key={tag} className="min-w-0">
                  <Badge className="max-w-full">
                    <bdi className="truncate">{tag}</bdi>
                  </Badge>
                </li>
              ))}
            </ul>
          )}
        </SidePanelSection>
      ) : null}
      {environment.hasAccess ? (
        <SidePanelSection heading={term('Common.Description')}>
          {environment.description === '' ? (
            <p className="text-fg-muted">
              <FormattedMessage id="Environments.Details.NoDescription" />
            </p>
          ) : (
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {environment.description}
            </p>
          )}
        </SidePanelSection>
      ) : null}
    </SidePanel>
  )
}
