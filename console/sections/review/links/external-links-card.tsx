import { Card, CardBody, CardHeader, Icon, Link } from '@assay/design-system'
import type { EventDetail, LinkIcon } from '@assay/risk-service/contract'
import {
  Building2,
  Link2,
  type LucideIcon,
  Mail,
  Map as MapIcon,
  Phone,
  Shield,
  ShoppingCart,
  User,
} from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { usePageOptions } from '../../../platform/cases/use-page-options.ts'
import { externalAddress } from './external-address.ts'

const icons: Record<LinkIcon, LucideIcon> = {
  link: Link2,
  person: User,
  company: Building2,
  map: MapIcon,
  mail: Mail,
  phone: Phone,
  order: ShoppingCart,
  shield: Shield,
}

/** The tenant's links from this event to other applications; nothing where none has a value. */
export function ExternalLinksCard({ detail }: { detail: Pick<EventDetail, 'request'> }) {
  const { externalLinks } = usePageOptions()
  const links = externalLinks.flatMap(link => {
    const address = externalAddress(link, detail.request)
    return address === null ? [] : [{ ...link, address }]
  })
  if (links.length === 0) return null
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Review.ExternalLinks" />} />
      <CardBody>
        <ul className="flex flex-col">
          {links.map(({ name, icon, address }) => (
            <li key={`${name} ${address}`} className="flex min-h-fact-row items-center gap-2">
              <Icon icon={icons[icon]} className="shrink-0 text-fg-muted" />
              <Link external variant="standalone" href={address} rel="noopener noreferrer" className="min-h-6 min-w-0">
                <bdi className="truncate">{name}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
