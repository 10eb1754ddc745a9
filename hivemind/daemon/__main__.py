"""`python -m hivemind.daemon`."""

from hivemind.daemon.lifecycle import main

raise SystemExit(main())
