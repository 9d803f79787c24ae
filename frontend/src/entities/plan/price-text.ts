import { formatMoney } from '@/lib/format';
import { PLAN_NAMES, PLAN_PRICES } from './plans';

/** `Standard is $25.00 a month, Pro $50.00`, wherever a plan is first mentioned. */
export function priceText(): string {
  const { standard, premium } = PLAN_PRICES;
  return `${PLAN_NAMES.standard} is ${formatMoney(standard)} a month, ${PLAN_NAMES.premium} ${formatMoney(premium)}`;
}
