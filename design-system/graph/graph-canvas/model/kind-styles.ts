import {
  Box,
  CreditCard,
  FolderOpen,
  Globe,
  Landmark,
  type LucideIcon,
  Mail,
  MapPin,
  Network,
  Package,
  Phone,
  ShoppingBag,
  Smartphone,
  User,
} from 'lucide-react'
import type { GraphNodeKind, GraphRelation } from './graph-model.ts'

/** Message of one node of a kind, of many, and the icon of both. */
export const kindStyles: Record<GraphNodeKind, { icon: LucideIcon; one: string; many: string }> = {
  event: { icon: ShoppingBag, one: 'DesignSystem.Graph.KindEvent', many: 'DesignSystem.Graph.KindsEvent' },
  user: { icon: User, one: 'DesignSystem.Graph.KindUser', many: 'DesignSystem.Graph.KindsUser' },
  device: { icon: Smartphone, one: 'DesignSystem.Graph.KindDevice', many: 'DesignSystem.Graph.KindsDevice' },
  payment: { icon: CreditCard, one: 'DesignSystem.Graph.KindPayment', many: 'DesignSystem.Graph.KindsPayment' },
  ip: { icon: Globe, one: 'DesignSystem.Graph.KindIp', many: 'DesignSystem.Graph.KindsIp' },
  address: { icon: MapPin, one: 'DesignSystem.Graph.KindAddress', many: 'DesignSystem.Graph.KindsAddress' },
  email: { icon: Mail, one: 'DesignSystem.Graph.KindEmail', many: 'DesignSystem.Graph.KindsEmail' },
  phone: { icon: Phone, one: 'DesignSystem.Graph.KindPhone', many: 'DesignSystem.Graph.KindsPhone' },
  bin: { icon: Landmark, one: 'DesignSystem.Graph.KindBin', many: 'DesignSystem.Graph.KindsBin' },
  network: { icon: Network, one: 'DesignSystem.Graph.KindNetwork', many: 'DesignSystem.Graph.KindsNetwork' },
  product: { icon: Package, one: 'DesignSystem.Graph.KindProduct', many: 'DesignSystem.Graph.KindsProduct' },
  case: { icon: FolderOpen, one: 'DesignSystem.Graph.KindCase', many: 'DesignSystem.Graph.KindsCase' },
  other: { icon: Box, one: 'DesignSystem.Graph.KindOther', many: 'DesignSystem.Graph.KindsOther' },
}

export const relationNames: Record<GraphRelation, string> = {
  used: 'DesignSystem.Graph.RelationUsed',
  paid: 'DesignSystem.Graph.RelationPaid',
  shipped: 'DesignSystem.Graph.RelationShipped',
  billed: 'DesignSystem.Graph.RelationBilled',
  signedIn: 'DesignSystem.Graph.RelationSignedIn',
  owns: 'DesignSystem.Graph.RelationOwns',
  chargedBack: 'DesignSystem.Graph.RelationChargedBack',
  linked: 'DesignSystem.Graph.RelationLinked',
}

export const relationDashArrays: Record<GraphRelation, string> = {
  used: '',
  paid: '6 4',
  shipped: '1.5 3.5',
  billed: '1.5 3.5 6 3.5',
  signedIn: '12 4',
  owns: '',
  chargedBack: '3 3',
  linked: '',
}
