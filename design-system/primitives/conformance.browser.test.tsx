import { Search } from 'lucide-react'
import { testLayerConformance } from '../testing/conformance.tsx'
import * as layer from './index.ts'

const {
  Avatar,
  AvatarGroup,
  Badge,
  Button,
  ButtonGroup,
  Card,
  CardBody,
  CardHeader,
  DirectionalIcon,
  Heading,
  Icon,
  IconButton,
  Kbd,
  Link,
  Separator,
  Spinner,
  SplitPane,
  Tag,
  Text,
  VisuallyHidden,
} = layer

testLayerConformance(layer, {
  Avatar: {
    slot: 'avatar',
    role: 'img',
    render: root => <Avatar name="李小龍" label="[Name]" {...root} />,
    allowed: /\p{L}/u,
  },
  AvatarGroup: {
    slot: 'avatar-group',
    role: 'group',
    render: root => (
      <AvatarGroup aria-label="[Reviewers]" max={1} {...root}>
        <Avatar name="李" label="[One]" />
        <Avatar name="李" label="[Two]" />
      </AvatarGroup>
    ),
    allowed: /\p{L}/u,
  },
  Badge: {
    slot: 'badge',
    render: root => <Badge {...root}>[Draft]</Badge>,
    asChild: root => (
      <Badge asChild {...root}>
        <a href="#draft">[Draft]</a>
      </Badge>
    ),
  },
  Button: {
    slot: 'button',
    role: 'button',
    render: root => <Button {...root}>[Save]</Button>,
    asChild: root => (
      <Button asChild {...root}>
        <a href="#save">[Save]</a>
      </Button>
    ),
  },
  ButtonGroup: {
    slot: 'button-group',
    role: 'group',
    render: root => (
      <ButtonGroup aria-label="[View]" {...root}>
        <Button>[List]</Button>
      </ButtonGroup>
    ),
  },
  Card: { slot: 'card', render: root => <Card {...root}>[Text]</Card> },
  CardBody: { slot: 'card-body', render: root => <CardBody {...root}>[Text]</CardBody> },
  CardHeader: {
    slot: 'card-header',
    render: root => <CardHeader title="[Queues]" meta="[today]" level={1} {...root} />,
  },
  DirectionalIcon: {
    slot: 'directional-icon',
    render: root => <DirectionalIcon icon={Search} label="[Search]" {...root} />,
  },
  Heading: {
    slot: 'heading',
    role: 'h1',
    render: root => (
      <Heading level={1} {...root}>
        [Title]
      </Heading>
    ),
  },
  Icon: { slot: 'icon', role: 'img', render: root => <Icon icon={Search} label="[Search]" {...root} /> },
  IconButton: {
    slot: 'icon-button',
    role: 'button',
    render: root => <IconButton icon={Search} label="[Search]" {...root} />,
  },
  Kbd: { slot: 'kbd', role: 'kbd', render: root => <Kbd keys={['Shift', '7']} {...root} /> },
  Link: {
    slot: 'link',
    role: 'a',
    render: root => (
      <Link href="#guide" external {...root}>
        [Guide]
      </Link>
    ),
    asChild: root => (
      <Link asChild {...root}>
        <a href="#guide">[Guide]</a>
      </Link>
    ),
  },
  Separator: { slot: 'separator', role: 'separator', render: root => <Separator decorative={false} {...root} /> },
  Spinner: { slot: 'spinner', role: 'status', render: root => <Spinner standalone {...root} /> },
  SplitPane: {
    slot: 'split-pane',
    render: root => <SplitPane label="[Width]" start="[List]" end="[Detail]" {...root} />,
  },
  Tag: { slot: 'tag', render: root => <Tag name="[LT]" onRemove={() => undefined} {...root} /> },
  Text: {
    slot: 'text',
    render: root => <Text {...root}>[Text]</Text>,
    asChild: root => (
      <Text asChild {...root}>
        <a href="#text">[Text]</a>
      </Text>
    ),
  },
  VisuallyHidden: {
    slot: 'visually-hidden',
    render: root => <VisuallyHidden {...root}>[Text]</VisuallyHidden>,
    asChild: root => (
      <VisuallyHidden asChild {...root}>
        <a href="#text">[Text]</a>
      </VisuallyHidden>
    ),
  },
})
