"""Programs that install, check and run the project on one machine. They are no part of the product."""
