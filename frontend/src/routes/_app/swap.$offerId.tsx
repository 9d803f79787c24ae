import { createFileRoute } from '@tanstack/react-router';
import { SwapPage } from '@/features/swap/swap-page';

export const Route = createFileRoute('/_app/swap/$offerId')({
  head: () => ({ meta: [{ title: 'Swap a table · Tablehawk' }] }),
  component: Swap,
});

function Swap() {
  const { offerId } = Route.useParams();
  return <SwapPage offerId={Number(offerId)} />;
}
