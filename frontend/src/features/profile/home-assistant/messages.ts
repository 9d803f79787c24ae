/** Every sentence about the MQTT broker. */
import { formatCount } from '@/lib/format';

export const MQTT = {
  title: 'Home Assistant',
  text: 'Each request is a sensor in Home Assistant. We send its state to your MQTT broker.',
  failed: "We couldn't load your MQTT broker.",
  loading: 'Loading your MQTT broker',
  none: 'No broker is connected.',
  add: 'Connect a broker',
  on: (sensors: number) =>
    `Your broker has ${formatCount(sensors)} ${sensors === 1 ? 'request' : 'requests'}.`,
  last: (ago: string) => `Last sent ${ago}.`,
  sending: 'Sending…',
  test: 'Test your broker',
  change: 'Change',

  formTitle: 'Your MQTT broker',
  address: 'Broker address',
  addressHint: 'A public server: mqtts:// and its name. Ports 8883 and 443 work.',
  addressExample: 'mqtts://mqtt.example.org',
  addressRequired: 'Enter an address',
  username: 'User name',
  password: 'Password',
  passwordKept: "Leave it empty to keep the password. We can't show it.",
  prefix: 'Discovery prefix',
  prefixHint: "As in Home Assistant's MQTT integration",
  prefixWrong: 'Use letters, digits, - and _',
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  remove: 'Remove',
  removing: 'Removing…',
  removed: 'We remove the sensors and forget this broker.',
} as const;
