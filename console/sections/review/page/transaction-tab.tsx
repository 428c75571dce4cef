import { DetailColumns } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { ExplanationCard } from '../explanation/explanation-card.tsx'
import { AddressesCard } from '../facts/addresses-card.tsx'
import { AccountCard, DeviceCard, IpCard } from '../facts/fact-cards.tsx'
import { FinancialSnapshotCard } from '../facts/financial-snapshot-card.tsx'
import { PaymentCards } from '../facts/payment-cards.tsx'
import { ReportCards } from '../facts/reports/report-cards.tsx'
import { SectionCards } from '../facts/section-cards.tsx'
import { TransactionCard } from '../facts/transaction-card.tsx'
import { OrderLinesCard } from '../lines/order-lines-card.tsx'
import { ValueSearchProvider } from '../values/value-search.tsx'
import { VelocitiesCard } from '../velocities/velocities-card.tsx'

interface TransactionTabProps {
  detail: EventDetail
  /** Address of the tab with the whole map. */
  mapHref: string
  /** The column of people and time. */
  rail: ReactNode
}

/** The first tab of an event in three columns: why it was decided, its facts, people and time. */
export function TransactionTab({ detail, mapHref, rail }: TransactionTabProps) {
  return (
    <ValueSearchProvider row={detail.row}>
      <DetailColumns start={<ExplanationCard detail={detail} />} end={rail}>
        <div className="grid gap-3 @xl:grid-cols-2">
          <AccountCard detail={detail} />
          <PaymentCards detail={detail} />
          <DeviceCard detail={detail} />
          <IpCard detail={detail} />
        </div>
        <FinancialSnapshotCard detail={detail} />
        <TransactionCard detail={detail} />
        <div className="grid gap-3 empty:hidden @xl:grid-cols-2">
          <SectionCards detail={detail} />
        </div>
        <AddressesCard detail={detail} mapHref={mapHref} />
        <OrderLinesCard detail={detail} />
        <ReportCards detail={detail} />
        <VelocitiesCard detail={detail} />
      </DetailColumns>
    </ValueSearchProvider>
  )
}
